// Exceptions are objects: handlers ask for their class, and for what they hold.
// BRAID: verify --engine modular --entry modular.Caught.handled => valid
// BRAID: verify --engine modular --entry modular.Caught.byClass => valid
// BRAID: verify --engine modular --entry modular.Caught.escapes => invalid line 71 throws modular.Caught$Full
// BRAID: verify --engine modular --entry modular.Caught.implicit => valid
// BRAID: verify --engine modular --entry modular.Caught.cleanedUp --property balanced => valid
// JAVA: never
package modular;

public class Caught {
    static class Full extends RuntimeException {
        final int size;

        Full(int size) {
            this.size = size;
        }
    }

    static class VeryFull extends Full {
        VeryFull(int size) {
            super(size);
        }
    }

    int size;
    int open;

    void add() {
        if (size > 5) {
            throw new VeryFull(size);
        }
        if (size > 3) {
            throw new Full(size);
        }
        size++;
    }

    static void handled(Caught c) {
        if (c == null) {
            return;
        }
        int before = c.size;
        try {
            c.add();
            assert c.size == before + 1;
        } catch (Full full) {
            assert full.size == before;
            assert c.size == before;
        }
    }

    static void byClass(Caught c) {
        try {
            c.add();
        } catch (VeryFull full) {
            assert full.size > 5;
        } catch (Full full) {
            assert full.size == 4 || full.size == 5;
        } catch (NullPointerException e) {
            assert c == null;
        }
    }

    static void escapes(Caught c) {
        if (c != null && c.size == 4) {
            c.throwIt();
        }
    }

    void throwIt() {
        throw new Full(size); // fails
    }

    static boolean implicit(int[] a, int i) {
        try {
            a[i] = 1;
            return true;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert i < 0 || i >= a.length;
            return false;
        } catch (NullPointerException e) {
            assert a == null;
            return false;
        }
    }

    void cleanedUp() {
        open++;
        try {
            add();
        } catch (Full full) {
            size = 0;
        } finally {
            open--;
        }
    }
}
