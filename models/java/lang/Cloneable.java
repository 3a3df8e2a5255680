package java.lang;

/** Objects that `Object.clone` copies. */
public interface Cloneable {
}
