// Collections of java.util by their models, enums, records, lambdas, and what is reached or is not.
// BRAID: verify --engine modular --entry modular.Collections.list => valid
// BRAID: verify --engine modular --entry modular.Collections.listBound => unknown reason string
// BRAID: verify --engine modular --entry modular.Collections.linked => valid
// BRAID: verify --engine modular --entry modular.Collections.iterates => valid
// BRAID: verify --engine modular --entry modular.Collections.colors => valid
// BRAID: verify --engine modular --entry modular.Collections.pair => valid
// BRAID: verify --engine modular --entry modular.Collections.lambda => valid
// BRAID: verify --engine modular --entry modular.Collections.unreached => valid
// BRAID: verify --engine modular --entry modular.Collections.reached => unknown reason TimeZone
// BRAID: verify --engine modular --entry modular.Collections.exits => valid
// JAVA: never
package modular;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;

public class Collections {
    static void list(Item item) {
        List<Item> items = new ArrayList<>();
        items.add(item);
        assert items.get(0) == item && items.size() == 1;
    }

    static Item listBound(Item item, int i) {
        List<Item> items = new ArrayList<>();
        items.add(item);
        if (i >= 0) {
            return items.get(i); // what the exception says is a text
        }
        return null;
    }

    static void linked(Item item) {
        LinkedList<Item> items = new LinkedList<>();
        items.add(item);
        items.addFirst(new Item());
        assert items.getLast() == item;
    }

    static void iterates(Item item) {
        ArrayList<Item> items = new ArrayList<>();
        items.add(item);
        for (Item each : items) {
            assert each == item;
        }
    }

    static void colors(Color color) {
        if (color == Color.RED) {
            assert color.ordinal() == 0;
        } else if (color != null) {
            assert color == Color.GREEN;
        }
    }

    static void pair(int number, Item item) {
        Pair pair = new Pair(number, item);
        assert pair.number() == number && pair.item() == item;
    }

    static void lambda(int x) {
        Runnable check = () -> {
            assert x > 7 || x <= 7;
        };
        check.run();
    }

    static void unreached(int x) {
        int y = x * x;
        if (y == -1) {
            java.util.TimeZone.getDefault();
        }
    }

    static void reached(int x) {
        if (x == 3) {
            java.util.TimeZone.getDefault();
        }
    }

    static void exits(int x) {
        if (x > 2) {
            System.exit(1);
        }
        assert x <= 2;
    }

    static class Item {
        int value;
    }

    enum Color {
        RED, GREEN
    }

    record Pair(int number, Item item) {
    }
}
