// finally runs after every way out of try: end, return, exception, break, continue.
// BRAID: verify => valid
// JAVA: prints
package exceptions;

public class Finally {
    static String log = "";

    @SuppressWarnings("finally")
    static int overrides() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    static int keeps() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 5;
        }
    }

    static void loop() {
        for (int i = 0; i < 4; i++) {
            try {
                if (i == 1) {
                    continue;
                }
                if (i == 3) {
                    break;
                }
                log += "body" + i + " ";
            } finally {
                log += "finally" + i + " ";
            }
        }
    }

    public static void main(String[] args) {
        loop();
        System.out.println(log);
        System.out.println(overrides() + " " + keeps());
        try {
            try {
                throw new RuntimeException("first");
            } finally {
                log = "seen";
            }
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + log);
        }
        assert overrides() == 2 && keeps() == 1;
    }
}
