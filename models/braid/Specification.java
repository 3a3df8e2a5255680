package braid;

/** Makes a sequential specification in its first state. The front end implements it. */
public interface Specification {
    Object make();
}
