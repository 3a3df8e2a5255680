// A harness with unknown values: any deposit, any withdrawal, in any order.
//
// `braid.Any` is in braid-models.jar, beside the program `braid`. Java does not know it: a harness is
// for verification.
//
//   braid verify examples/java/Harness.java
//
// Braid answers: invalid. A large deposit makes the balance negative: int wraps around.
//
//   braid verify --entry Harness.bounded examples/java/Harness.java
//
// Braid answers: valid. With amounts of at most a thousand it cannot.
import braid.Any;

public class Harness {
    private int balance;

    synchronized void deposit(int amount) {
        if (amount > 0) {
            balance += amount;
        }
    }

    synchronized void withdraw(int amount) {
        if (amount > 0 && amount <= balance) {
            balance -= amount;
        }
    }

    synchronized int balance() {
        return balance;
    }

    static void check(int first, int second) throws InterruptedException {
        Harness account = new Harness();
        account.deposit(first);
        Thread other = new Thread(() -> account.deposit(second));
        other.start();
        account.withdraw(first);
        other.join();
        assert account.balance() >= 0;
    }

    public static void main(String[] args) throws InterruptedException {
        check(Any.anInt(), Any.anInt());
    }

    static void bounded() throws InterruptedException {
        check(Any.anInt(0, 1000), Any.anInt(0, 1000));
    }
}
