package braid;

/**
 * Identity hash codes of arrays, of plain Objects and of objects of the library: any number, drawn
 * at the first question. Only while there is one thread, since what is remembered here would order
 * others.
 */
final class Identity {
    private static Identity first;

    private final Object object;
    private final int hash;
    private final Identity next;

    private Identity(Object object, int hash, Identity next) {
        this.object = object;
        this.hash = hash;
        this.next = next;
    }

    static int of(Object object) {
        if (Internal.hasThreads()) {
            Internal.limit("the identity hash code of an array, a plain Object or an object of the library, "
                    + "after a thread was started");
        }
        for (Identity known = first; known != null; known = known.next) {
            if (known.object == object) {
                return known.hash;
            }
        }
        first = new Identity(object, Internal.anyInt(), first);
        return first.hash;
    }
}
