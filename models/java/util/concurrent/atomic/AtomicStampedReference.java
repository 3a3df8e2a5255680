package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;

/**
 * The two are in an object that never changes, so that both are read and written at once. Each new
 * one differs from the one before: who finds another one than he has read is right to fail.
 */
public class AtomicStampedReference<V> {
    private static final class Pair {
        final Object reference;
        final int stamp;

        Pair(Object reference, int stamp) {
            this.reference = reference;
            this.stamp = stamp;
        }
    }

    private volatile Pair pair;

    public AtomicStampedReference(V initialRef, int initialStamp) {
        pair = new Pair(initialRef, initialStamp);
    }

    @SuppressWarnings("unchecked")
    public V getReference() {
        return (V) pair.reference;
    }

    public int getStamp() {
        return pair.stamp;
    }

    @SuppressWarnings("unchecked")
    public V get(int[] stampHolder) {
        Pair current = pair;
        stampHolder[0] = current.stamp;
        return (V) current.reference;
    }

    public boolean weakCompareAndSet(V expectedReference, V newReference, int expectedStamp,
            int newStamp) {
        return !Internal.failsSpuriously()
                && compareAndSet(expectedReference, newReference, expectedStamp, newStamp);
    }

    public boolean compareAndSet(V expectedReference, V newReference, int expectedStamp,
            int newStamp) {
        Pair current = pair;
        if (current.reference != expectedReference || current.stamp != expectedStamp) {
            return false;
        }
        return newReference == expectedReference && newStamp == expectedStamp
                || replace(current, new Pair(newReference, newStamp));
    }

    @Atomic
    private boolean replace(Pair expected, Pair made) {
        if (pair != expected) {
            return false;
        }
        pair = made;
        return true;
    }

    public void set(V newReference, int newStamp) {
        Pair current = pair;
        if (newReference != current.reference || newStamp != current.stamp) {
            pair = new Pair(newReference, newStamp);
        }
    }

    public boolean attemptStamp(V expectedReference, int newStamp) {
        Pair current = pair;
        if (current.reference != expectedReference) {
            return false;
        }
        return newStamp == current.stamp || !Internal.failsSpuriously()
                && replace(current, new Pair(expectedReference, newStamp));
    }
}
