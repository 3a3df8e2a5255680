// An interface is initialised only when one of its fields is used, or when it has default methods.
// BRAID: verify => valid
// JAVA: prints
package initialisers;

public class Interfaces {
    static int say(String text) {
        System.out.println(text);
        return text.length();
    }

    interface Plain {
        int P = say("Plain");
    }

    interface WithDefault {
        int W = say("WithDefault");

        default void nothing() {
        }
    }

    static class C implements Plain, WithDefault {
        static {
            say("C");
        }
    }

    public static void main(String[] args) {
        new C();
        say("made");
        System.out.println(Plain.P + C.W);
    }
}
