package braid;

/** One call of a method of the class that is checked for linearizability. The front end makes it. */
public interface Call {
    /** Calls the method of a specification with the same arguments; whether it ends in the same way. */
    boolean agrees(Object specification);

    /** "push(3) = true", or "push(3)" where it has not ended. */
    String text(boolean isPending);
}
