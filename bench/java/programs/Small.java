/** Twenty lines: an account, and what is left of it. */
public class Small {
    private int balance;

    void deposit(int amount) {
        if (amount > 0) {
            balance += amount;
        }
    }

    boolean withdraw(int amount) {
        if (amount <= 0 || amount > balance) {
            return false;
        }
        balance -= amount;
        return true;
    }

    static void check(int first, int second) {
        Small account = new Small();
        account.deposit(first);
        account.withdraw(second);
        assert account.balance >= 0;
    }
}
