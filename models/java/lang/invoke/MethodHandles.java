package java.lang.invoke;

import braid.Internal;

/** Handles of variables only. The front end knows `lookup` and `arrayElementVarHandle`. */
public class MethodHandles {
    private MethodHandles() {
    }

    public static native Lookup lookup();

    public static native VarHandle arrayElementVarHandle(Class<?> arrayClass);

    /** All classes are in one module, which is open to itself. */
    public static Lookup privateLookupIn(Class<?> targetClass, Lookup caller)
            throws IllegalAccessException {
        if (caller == null) {
            throw new NullPointerException();
        }
        if (targetClass.isPrimitive()) {
            throw new IllegalArgumentException(targetClass + " is a primitive class");
        }
        if (targetClass.isArray()) {
            throw new IllegalArgumentException(targetClass + " is an array class");
        }
        return new Lookup(targetClass);
    }

    /** Fields are found by the front end. */
    public static final class Lookup {
        private final Class<?> lookupClass;

        private Lookup(Class<?> lookupClass) {
            this.lookupClass = lookupClass;
        }

        /** For the class that calls `lookup`. */
        static Lookup of0(Class<?> lookupClass) {
            return new Lookup(lookupClass);
        }

        public Class<?> lookupClass() {
            return lookupClass;
        }

        public native VarHandle findVarHandle(Class<?> receiver, String name, Class<?> type)
                throws NoSuchFieldException, IllegalAccessException;

        public native VarHandle findStaticVarHandle(Class<?> owner, String name, Class<?> type)
                throws NoSuchFieldException, IllegalAccessException;

        /** Whether others may use the field is not known. */
        void require0(Class<?> user, Class<?> owner) {
            if (lookupClass != user && lookupClass != owner) {
                Internal.limit("a VarHandle of a field that is looked up for another class");
            }
        }

        public String toString() {
            return lookupClass.getName();
        }
    }
}
