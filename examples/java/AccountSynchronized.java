// The account of Account.java with a monitor: looking and taking are one step for everybody else.
//
//   braid verify examples/java/AccountSynchronized.java
//
// Braid answers: valid. It is free of data races, too, so this holds on every Java virtual machine.
public class AccountSynchronized {
    private int balance = 100;

    synchronized boolean withdraw(int amount) {
        if (balance >= amount) {
            balance -= amount;
            return true;
        }
        return false;
    }

    synchronized int balance() {
        return balance;
    }

    public static void main(String[] args) throws InterruptedException {
        AccountSynchronized account = new AccountSynchronized();
        Thread ann = new Thread(() -> account.withdraw(70), "Ann");
        Thread bob = new Thread(() -> account.withdraw(50), "Bob");
        ann.start();
        bob.start();
        ann.join();
        bob.join();
        assert account.balance() >= 0 : "overdrawn: " + account.balance();
    }
}
