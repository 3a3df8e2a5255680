// A raw type lets a wrong object in; the cast where it comes out finds it.
// BRAID: verify => invalid line 23 throws java.lang.ClassCastException
// JAVA: prints
package generics;

public class HeapPollution {
    static class Box<T> {
        T value;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void pollute(Box box) {
        box.value = 42;
    }

    public static void main(String[] args) {
        Box<String> box = new Box<>();
        box.value = "fine";
        System.out.println(box.value.length());
        pollute(box);
        Object any = box.value;
        System.out.println(any);
        String text = box.value; // fails
        System.out.println(text);
    }
}
