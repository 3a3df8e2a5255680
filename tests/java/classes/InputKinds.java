// Which objects inputs may be: constants of enums, texts, boxes; of the library's classes nothing
// is known.
// BRAID: verify --entry classes.InputKinds.constant => valid
// BRAID: verify --entry classes.InputKinds.constantInField => valid
// BRAID: verify --entry classes.InputKinds.constantInArray => valid
// BRAID: verify --entry classes.InputKinds.lastConstant => invalid line 51 throws java.lang.AssertionError
// BRAID: verify --entry classes.InputKinds.sameConstant => valid
// BRAID: verify --entry classes.InputKinds.text => valid
// BRAID: verify --entry classes.InputKinds.box => invalid line 64 throws java.lang.AssertionError
// BRAID: verify --entry classes.InputKinds.list => unknown reason calls size of an input
// BRAID: verify --entry classes.InputKinds.nullList => invalid line 72 throws java.lang.NullPointerException
// BRAID: verify --entry classes.InputKinds.builder => unknown reason an input of type java.lang.StringBuilder
// BRAID: verify --entry classes.InputKinds.thread => unknown reason an input of type java.lang.Thread
// BRAID: verify --entry classes.InputKinds.own => unknown reason calls get of an input
// BRAID: verify --entry classes.InputKinds.tested => invalid line 93 throws java.lang.AssertionError
// BRAID: verify --entry classes.InputKinds.testedBox => invalid line 97 throws java.lang.AssertionError
// BRAID: verify --entry classes.InputKinds.initialised => valid
// JAVA: never
package classes;

import java.util.List;

public class InputKinds {
    enum Colour {
        RED, GREEN {
            int weight() {
                return 7;
            }
        }, BLUE;

        int weight() {
            return ordinal();
        }
    }

    static class Pot {
        Colour colour;
        Object anything;
    }

    static class Counter {
        static int limit = Integer.parseInt("12");
        int value;
    }

    interface Own {
        int get();
    }

    static void lastConstant(Colour c) {
        assert c != Colour.BLUE; // fails
    }

    static void constant(Colour c) {
        if (c != null) {
            assert c == Colour.RED || c == Colour.GREEN || c == Colour.BLUE;
            assert c.name().length() >= 3;
            assert c.weight() == (c == Colour.GREEN ? 7 : c == Colour.RED ? 0 : 2);
        }
    }

    static void box(Integer i) {
        if (i != null) {
            assert i != 5; // fails
        }
    }

    static void list(List<String> list) {
        assert list == null || list.size() >= 0;
    }

    static void nullList(List<String> list) { list.size(); } // fails

    static void builder(StringBuilder b) {
        assert b == null || b.length() >= 0;
    }

    static void thread(Thread t) throws InterruptedException {
        if (t != null) {
            t.join();
        }
    }

    static void own(Own own) {
        if (own != null) {
            assert own.get() == own.get();
        }
    }

    static void tested(Object o) {
        assert o == null || !(o instanceof String) || ((String) o).length() >= 0;
        boolean isList = o instanceof List;
        assert !isList; // fails
    }

    static void testedBox(Object o) {
        assert !(o instanceof Long) || (Long) o < 9; // fails
    }

    static void constantInField(Pot pot) {
        if (pot != null && pot.colour != null) {
            assert pot.colour.ordinal() <= 2;
            assert pot.colour == Colour.values()[pot.colour.ordinal()];
            pot.anything = pot.colour;
            assert pot.anything == pot.colour;
        }
    }

    static void constantInArray(Colour[] all) {
        if (all != null && all.length > 0 && all[0] != null) {
            switch (all[0]) {
                case RED:
                case GREEN:
                case BLUE:
                    return;
                default:
                    assert false;
            }
        }
    }

    static void sameConstant(Pot a, Pot b) {
        if (a != null && b != null && a.colour != null && b.colour != null
                && a.colour.ordinal() == b.colour.ordinal()) {
            assert a.colour == b.colour;
        }
    }

    static void text(String text) {
        assert text == null || text.length() >= 0 && text.equals(text + "");
    }

    static void initialised(Counter c) {
        if (c != null) {
            assert Counter.limit == 12;
        }
    }
}
