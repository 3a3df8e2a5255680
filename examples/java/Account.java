// A bank account that two people use at the same time.
//
// `withdraw` looks at the balance and takes the money: other threads may come in between, and
// nothing orders what they see.
//
//   braid verify examples/java/Account.java
//
// Braid answers: invalid. A data race: both threads use `balance`, and nothing orders them.
//
//   braid verify --no-races examples/java/Account.java
//
// Braid answers: invalid. Without looking for races, the assertion fails: both threads see 100, and
// the account is overdrawn.
public class Account {
    private int balance = 100;

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
        Account account = new Account();
        Thread ann = new Thread(() -> account.withdraw(70), "Ann");
        Thread bob = new Thread(() -> account.withdraw(50), "Bob");
        ann.start();
        bob.start();
        ann.join();
        bob.join();
        assert account.balance() >= 0 : "overdrawn: " + account.balance();
    }
}
