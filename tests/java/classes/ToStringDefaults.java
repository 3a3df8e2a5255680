// The text of an object begins with the name of its class.
// BRAID: verify => valid
// JAVA: prints
package classes;

public class ToStringDefaults {
    static class Plain {
    }

    static class Named {
        public String toString() {
            return "named";
        }
    }

    public static void main(String[] args) {
        String text = new Plain().toString();
        System.out.println(text.substring(0, text.indexOf("@") + 1));
        System.out.println("" + new Named() + null + new Named());
        System.out.println(new Plain().getClass().getName() + " "
                + Plain.class.getSimpleName() + " " + new int[0].getClass().getName());
        assert new Plain().getClass() == Plain.class;
        Object named = new Named();
        assert named.getClass() != Plain.class;
    }
}
