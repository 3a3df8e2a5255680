package java.lang;

/**
 * One object per class, made before the program begins, by this constructor or field by field.
 */
public final class Class<T> {
    /** As `getName` gives it: `java.lang.String`, `[I`. */
    private final String name;
    /** As `getSimpleName` gives it: `String`, `int[]`, empty for anonymous classes. */
    private final String simpleName;
    /** The name of an interface is preceded by this word in `toString`. */
    private final boolean isInterface;
    private final boolean isArray;
    private final boolean isPrimitive;
    private final boolean isEnum;
    private final boolean isRecord;
    private final boolean isAnnotation;
    private final boolean isSynthetic;
    private final boolean isAnonymous;

    private Class(String name, String simpleName, boolean isInterface, boolean isArray,
            boolean isPrimitive, boolean isEnum, boolean isRecord, boolean isAnnotation,
            boolean isSynthetic, boolean isAnonymous) {
        this.name = name;
        this.simpleName = simpleName;
        this.isInterface = isInterface;
        this.isArray = isArray;
        this.isPrimitive = isPrimitive;
        this.isEnum = isEnum;
        this.isRecord = isRecord;
        this.isAnnotation = isAnnotation;
        this.isSynthetic = isSynthetic;
        this.isAnonymous = isAnonymous;
    }

    public String getName() {
        return name;
    }

    public String getTypeName() {
        if (isArray) {
            braid.Internal.limit("Class.getTypeName of an array");
        }
        return name;
    }

    public String getSimpleName() {
        return simpleName;
    }

    public boolean isInterface() {
        return isInterface;
    }

    public boolean isArray() {
        return isArray;
    }

    public boolean isPrimitive() {
        return isPrimitive;
    }

    public boolean isEnum() {
        return isEnum;
    }

    public boolean isRecord() {
        return isRecord;
    }

    public boolean isAnnotation() {
        return isAnnotation;
    }

    public boolean isSynthetic() {
        return isSynthetic;
    }

    public boolean isAnonymousClass() {
        return isAnonymous;
    }

    /** Assertions are always checked. */
    public boolean desiredAssertionStatus() {
        return true;
    }

    public native boolean isInstance(Object object);

    @SuppressWarnings("unchecked")
    public T cast(Object object) {
        if (object != null && !isInstance(object)) {
            throw new ClassCastException("Cannot cast ".concat0(object.getClass().name)
                    .concat0(" to ").concat0(name));
        }
        return (T) object;
    }

    /** The result of the static method `values` of an enum; null of any other class. */
    private native Object[] enumConstants0();

    @SuppressWarnings("unchecked")
    public T[] getEnumConstants() {
        return (T[]) enumConstants0();
    }

    public String toString() {
        if (isPrimitive) {
            return name;
        }
        return (isInterface ? "interface " : "class ").concat0(name);
    }
}
