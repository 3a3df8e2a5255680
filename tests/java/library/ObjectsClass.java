// java.util.Objects: null where it is not wanted.
// BRAID: verify => invalid throws java.lang.NullPointerException
// JAVA: prints
package library;

import java.util.Objects;

public class ObjectsClass {
    final String name;

    ObjectsClass(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    public static void main(String[] args) {
        System.out.println(Objects.toString(null) + " " + Objects.toString(null, "none") + " "
                + Objects.hash(1, "x", null) + " " + Objects.requireNonNullElse(null, "else"));
        try {
            Objects.checkIndex(3, 3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new ObjectsClass("fine").name);
        System.out.println(new ObjectsClass(null).name);
    }
}
