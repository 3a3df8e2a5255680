// The account of Account.java with a volatile balance: half of the cure.
//
// A volatile field is never part of a data race, and every thread sees what was written last. But
// looking at the balance and taking the money are still two steps.
//
//   braid verify examples/java/AccountVolatile.java
//
// Braid answers: invalid. There is no race, and the assertion fails all the same.
public class AccountVolatile {
    private volatile int balance = 100;

    boolean withdraw(int amount) {
        if (balance >= amount) {
            balance -= amount;
            return true;
        }
        return false;
    }

    int balance() {
        return balance;
    }

    public static void main(String[] args) throws InterruptedException {
        AccountVolatile account = new AccountVolatile();
        Thread ann = new Thread(() -> account.withdraw(70), "Ann");
        Thread bob = new Thread(() -> account.withdraw(50), "Bob");
        ann.start();
        bob.start();
        ann.join();
        bob.join();
        assert account.balance() >= 0 : "overdrawn: " + account.balance();
    }
}
