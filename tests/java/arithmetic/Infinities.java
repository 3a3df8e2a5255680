// Division of doubles by zero gives infinities, with the sign of the zero.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class Infinities {
    public static void main(String[] args) {
        double zero = 0.0;
        double plus = 1 / zero;
        double minus = 1 / -zero;
        System.out.println(plus > Double.MAX_VALUE);
        System.out.println(minus < -Double.MAX_VALUE);
        System.out.println(plus + minus == plus + minus);
        System.out.println(Double.MAX_VALUE * 2 == plus);
        System.out.println(Float.MAX_VALUE * 2 == plus);
        System.out.println((float) 1e300 == Float.POSITIVE_INFINITY);
        assert zero == -zero && 1 / zero != 1 / -zero;
    }
}
