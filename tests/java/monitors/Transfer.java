// Money moves between accounts under both monitors, taken in the order of numbers.
// BRAID: verify => valid
// JAVA: prints
package monitors;

public class Transfer {
    static class Account {
        final int number;
        int balance = 10;

        Account(int number) {
            this.number = number;
        }
    }

    static void move(Account from, Account to, int amount) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account a = new Account(1);
        Account b = new Account(2);
        Thread t = new Thread(() -> move(a, b, 3));
        t.start();
        move(b, a, 5);
        t.join();
        System.out.println(a.balance + " " + b.balance);
        assert a.balance == 12 && b.balance == 8;
    }
}
