// A checked exception with a cause and data of its own.
// BRAID: verify => valid
// JAVA: prints
package exceptions;

public class CustomChecked {
    static class Overdrawn extends Exception {
        final int missing;

        Overdrawn(int missing, Throwable cause) {
            super("missing " + missing, cause);
            this.missing = missing;
        }
    }

    static int withdraw(int balance, int amount) throws Overdrawn {
        try {
            if (amount > balance) {
                throw new IllegalArgumentException("too much");
            }
            return balance - amount;
        } catch (IllegalArgumentException e) {
            throw new Overdrawn(amount - balance, e);
        }
    }

    public static void main(String[] args) {
        try {
            System.out.println(withdraw(10, 3));
            System.out.println(withdraw(10, 30));
        } catch (Overdrawn e) {
            System.out.println(e.getMessage() + " " + e.missing + " " + e.getCause().getMessage());
            System.out.println(e);
            assert e.getCause() instanceof IllegalArgumentException;
        }
    }
}
