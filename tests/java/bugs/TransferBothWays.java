// Two accounts, each behind its own lock: the second lock is taken two calls deep.
// BRAID: verify => deadlock cycle 2 rows 40
// JAVA: may hang
package bugs;

public class TransferBothWays {
    private static final class Account {
        private int balance = 10;

        synchronized void transfer(Account to, int amount) {
            balance -= amount;
            pay(to, amount);
        }

        private void pay(Account to, int amount) {
            to.deposit(amount);
        }

        synchronized void deposit(int amount) {
            balance += amount;
        }
    }

    public static void main(String[] args) {
        Account a = new Account();
        Account b = new Account();
        new Thread(() -> a.transfer(b, 1)).start();
        b.transfer(a, 2);
    }
}
