package java.lang;

/** The superclass of all enums. */
public abstract class Enum<E extends Enum<E>> implements Comparable<E>, java.io.Serializable {
    private final String name;
    private final int ordinal;

    protected Enum(String name, int ordinal) {
        this.name = name;
        this.ordinal = ordinal;
    }

    public final String name() {
        return name;
    }

    public final int ordinal() {
        return ordinal;
    }

    public String toString() {
        return name;
    }

    public final boolean equals(Object other) {
        return this == other;
    }

    public final int hashCode() {
        return super.hashCode();
    }

    protected final Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    /** Constants of different enums do not meet here, unless a cast was unchecked. */
    public final int compareTo(E other) {
        return ordinal - ((Enum<?>) other).ordinal;
    }

    public static <T extends Enum<T>> T valueOf(Class<T> enumClass, String name) {
        if (name == null) {
            throw new NullPointerException("Name is null");
        }
        T[] all = enumClass.getEnumConstants();
        for (int i = 0; i < all.length; i++) {
            if (((Enum<?>) all[i]).name.equals0(name)) {
                return all[i];
            }
        }
        String text = enumClass.getName().replace('$', '.').concat0(".").concat0(name);
        throw new IllegalArgumentException("No enum constant ".concat0(text));
    }
}
