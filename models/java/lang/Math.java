package java.lang;

import braid.Internal;

/** Functions of numbers. Those that need series are not modelled. */
public final class Math {
    public static final double PI = 3.141592653589793;
    public static final double E = 2.718281828459045;

    private Math() {
    }

    public static int abs(int a) {
        return a < 0 ? -a : a;
    }

    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    public static long abs(long a) {
        return a < 0 ? -a : a;
    }

    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    public static float abs(float a) {
        return a <= 0 ? 0.0f - a : a;
    }

    /** 0.0 is greater than -0.0, and NaN wins. */
    public static float max(float a, float b) {
        if (a != a) {
            return a;
        }
        return a == 0 && b == 0 ? a + b : a >= b ? a : b;
    }

    /** -0.0 is less than 0.0, and NaN wins. */
    public static float min(float a, float b) {
        if (a != a) {
            return a;
        }
        return a == 0 && b == 0 ? -(-a - b) : a <= b ? a : b;
    }

    public static float signum(float a) {
        return a > 0 ? 1 : a < 0 ? -1 : a;
    }

    public static double abs(double a) {
        return a <= 0 ? 0.0 - a : a;
    }

    /** 0.0 is greater than -0.0, and NaN wins. */
    public static double max(double a, double b) {
        if (a != a) {
            return a;
        }
        return a == 0 && b == 0 ? a + b : a >= b ? a : b;
    }

    /** -0.0 is less than 0.0, and NaN wins. */
    public static double min(double a, double b) {
        if (a != a) {
            return a;
        }
        return a == 0 && b == 0 ? -(-a - b) : a <= b ? a : b;
    }

    public static double signum(double a) {
        return a > 0 ? 1 : a < 0 ? -1 : a;
    }

    // ---------------------------------------------------------------- division

    public static int floorDiv(int a, int b) {
        int quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static int floorMod(int a, int b) {
        int rest = a % b;
        return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
    }

    public static long floorDiv(long a, long b) {
        long quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static long floorMod(long a, long b) {
        long rest = a % b;
        return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
    }

    public static long floorDiv(long a, int b) {
        return floorDiv(a, (long) b);
    }

    public static int floorMod(long a, int b) {
        return (int) floorMod(a, (long) b);
    }

    // ---------------------------------------------------------------- exact arithmetic

    private static void overflow(String type) {
        throw new ArithmeticException(type.concat0(" overflow"));
    }

    public static int addExact(int a, int b) {
        int sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            overflow("integer");
        }
        return sum;
    }

    public static int subtractExact(int a, int b) {
        int difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            overflow("integer");
        }
        return difference;
    }

    public static int multiplyExact(int a, int b) {
        long product = (long) a * b;
        if ((int) product != product) {
            overflow("integer");
        }
        return (int) product;
    }

    public static int negateExact(int a) {
        if (a == Integer.MIN_VALUE) {
            overflow("integer");
        }
        return -a;
    }

    public static int incrementExact(int a) {
        if (a == Integer.MAX_VALUE) {
            overflow("integer");
        }
        return a + 1;
    }

    public static int decrementExact(int a) {
        if (a == Integer.MIN_VALUE) {
            overflow("integer");
        }
        return a - 1;
    }

    public static int absExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException(
                    "Overflow to represent absolute value of Integer.MIN_VALUE");
        }
        return abs(a);
    }

    public static long addExact(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            overflow("long");
        }
        return sum;
    }

    public static long subtractExact(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            overflow("long");
        }
        return difference;
    }

    public static long multiplyExact(long a, long b) {
        long product = a * b;
        if (b != 0 && product / b != a || a == Long.MIN_VALUE && b == -1) {
            overflow("long");
        }
        return product;
    }

    public static long multiplyExact(long a, int b) {
        return multiplyExact(a, (long) b);
    }

    public static long negateExact(long a) {
        if (a == Long.MIN_VALUE) {
            overflow("long");
        }
        return -a;
    }

    public static long incrementExact(long a) {
        if (a == Long.MAX_VALUE) {
            overflow("long");
        }
        return a + 1;
    }

    public static long decrementExact(long a) {
        if (a == Long.MIN_VALUE) {
            overflow("long");
        }
        return a - 1;
    }

    public static long absExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException(
                    "Overflow to represent absolute value of Long.MIN_VALUE");
        }
        return abs(a);
    }

    public static int toIntExact(long a) {
        if ((int) a != a) {
            overflow("integer");
        }
        return (int) a;
    }

    // ---------------------------------------------------------------- rounding

    /** From 2^52 on, all numbers are integers. */
    private static boolean isLarge(double a) {
        return !(a > -4503599627370496.0 && a < 4503599627370496.0);
    }

    public static double floor(double a) {
        if (isLarge(a) || a == 0) {
            return a;
        }
        double near = (long) a;
        return near > a ? near - 1 : near;
    }

    /** The negation gives -0.0 for what lies between -1 and 0. */
    public static double ceil(double a) {
        return -floor(-a);
    }

    public static long round(double a) {
        double below = floor(a);
        return (long) (a - below >= 0.5 ? below + 1 : below);
    }

    public static int round(float a) {
        double below = floor(a);
        return (int) (a - below >= 0.5 ? below + 1 : below);
    }

    /** At least 0.0 and less than 1.0. */
    public static double random() {
        double value = Internal.anyDouble();
        Internal.assume(value >= 0 && value < 1);
        return value;
    }
}
