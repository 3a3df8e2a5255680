// Private and static methods of interfaces.
// BRAID: verify => valid
// JAVA: prints
package interfaces;

public class PrivateMethods {
    interface Scale {
        int factor();

        private int times(int x) {
            return factor() * x;
        }

        static Scale of(int factor) {
            return new Scale() {
                public int factor() {
                    return factor;
                }
            };
        }

        default int twice(int x) {
            return times(x) + times(x);
        }
    }

    public static void main(String[] args) {
        System.out.println(Scale.of(3).twice(7));
        assert Scale.of(-1).twice(1) == -2;
    }
}
