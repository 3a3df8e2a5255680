// Two inputs may be the same object, which a method that exchanges fields by sums does not survive.
// BRAID: verify --entry classes.InputObjects.move => invalid line 20 throws java.lang.AssertionError
// BRAID: verify --entry classes.InputObjects.careful => valid
// JAVA: never
package classes;

public class InputObjects {
    static class Account {
        int balance;
    }

    static void move(Account from, Account to, int amount) {
        if (from == null || to == null || amount < 0 || amount > 100) {
            return;
        }
        from.balance = 100;
        to.balance = 0;
        from.balance -= amount;
        to.balance += amount;
        assert from.balance + to.balance == 100; // fails
    }

    static void careful(Account from, Account to, int amount) {
        if (from == null || to == null || from == to || amount < 0 || amount > 100) {
            return;
        }
        from.balance = 100;
        to.balance = 0;
        from.balance -= amount;
        to.balance += amount;
        assert from.balance + to.balance == 100;
    }
}
