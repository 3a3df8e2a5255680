// Static fields, an invariant of a class, a constructor, texts that decide nothing, a monitor.
// BRAID: verify --engine modular --entry modular.Account.transfer --property solvent => valid
// BRAID: verify --engine modular --entry modular.Account.transfer --property sameTotal => valid
// BRAID: verify --engine modular --entry modular.Account.careless --property solvent => invalid
// BRAID: verify --engine modular --entry modular.Account.open --property made => valid
// BRAID: verify --engine modular --entry modular.Account.limit => valid
// BRAID: verify --engine modular --entry modular.Account.named => unknown reason string
// BRAID: verify --engine modular --entry modular.Account.starts => unknown reason the action
// BRAID: verify --engine modular --entry modular.Account.halves => unknown reason float
// JAVA: never
package modular;

public class Account {
    static final int MOST = 5;
    static int opened = 2;

    int balance;
    String owner = "nobody";

    synchronized void transfer(Account to, int amount) {
        if (to == null || to == this) {
            return;
        }
        if (amount < 0 || amount > balance || to.balance + amount > 7) {
            throw new IllegalArgumentException("amount " + amount);
        }
        balance -= amount;
        to.balance += amount;
    }

    void careless(int amount) {
        balance -= amount;
    }

    static Account open(int amount) {
        Account made = new Account();
        opened++;
        made.balance = amount < 0 ? 0 : amount;
        return made;
    }

    static void limit() {
        assert opened == 2 && MOST == 5;
        opened += MOST;
        assert opened == 7;
    }

    static void named(Account a) {
        if (a != null && a.owner != null && a.owner.length() > 3) {
            assert a.balance > 0;
        }
    }

    static void starts() {
        Thread t = new Thread(() -> opened++);
        t.start();
    }

    static void halves(double x) {
        assert x / 2 <= x;
    }
}
