package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;

/**
 * The two are in an object that never changes, so that both are read and written at once. Each new
 * one differs from the one before: who finds another one than he has read is right to fail.
 */
public class AtomicMarkableReference<V> {
    private static final class Pair {
        final Object reference;
        final boolean mark;

        Pair(Object reference, boolean mark) {
            this.reference = reference;
            this.mark = mark;
        }
    }

    private volatile Pair pair;

    public AtomicMarkableReference(V initialRef, boolean initialMark) {
        pair = new Pair(initialRef, initialMark);
    }

    @SuppressWarnings("unchecked")
    public V getReference() {
        return (V) pair.reference;
    }

    public boolean isMarked() {
        return pair.mark;
    }

    @SuppressWarnings("unchecked")
    public V get(boolean[] markHolder) {
        Pair current = pair;
        markHolder[0] = current.mark;
        return (V) current.reference;
    }

    public boolean weakCompareAndSet(V expectedReference, V newReference, boolean expectedMark,
            boolean newMark) {
        return !Internal.failsSpuriously()
                && compareAndSet(expectedReference, newReference, expectedMark, newMark);
    }

    public boolean compareAndSet(V expectedReference, V newReference, boolean expectedMark,
            boolean newMark) {
        Pair current = pair;
        if (current.reference != expectedReference || current.mark != expectedMark) {
            return false;
        }
        return newReference == expectedReference && newMark == expectedMark
                || replace(current, new Pair(newReference, newMark));
    }

    @Atomic
    private boolean replace(Pair expected, Pair made) {
        if (pair != expected) {
            return false;
        }
        pair = made;
        return true;
    }

    public void set(V newReference, boolean newMark) {
        Pair current = pair;
        if (newReference != current.reference || newMark != current.mark) {
            pair = new Pair(newReference, newMark);
        }
    }

    public boolean attemptMark(V expectedReference, boolean newMark) {
        Pair current = pair;
        if (current.reference != expectedReference) {
            return false;
        }
        return newMark == current.mark || !Internal.failsSpuriously()
                && replace(current, new Pair(expectedReference, newMark));
    }
}
