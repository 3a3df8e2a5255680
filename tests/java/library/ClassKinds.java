// What kind of class a Class object stands for; those of primitive types.
// BRAID: verify => valid
// JAVA: prints
package library;

public class ClassKinds {
    @interface Mark {
    }

    enum Plain {
        ONE
    }

    enum WithBody {
        ONE {
            int value() {
                return 1;
            }
        };

        abstract int value();
    }

    public static void main(String[] args) {
        assert Mark.class.isAnnotation() && Mark.class.isInterface();
        assert !Plain.class.isAnnotation() && Plain.class.isEnum();
        assert WithBody.class.isEnum() && !WithBody.ONE.getClass().isEnum();
        assert WithBody.ONE.getClass().isAnonymousClass();
        assert int.class.isPrimitive() && !Integer.class.isPrimitive();
        assert Integer.TYPE == int.class && void.class.isPrimitive();
        System.out.println(int.class.getName() + " " + long.class + " " + void.class);
        System.out.println(Mark.class + " " + new Object() { }.getClass().getName());
    }
}
