// HashMap: its methods, and the order of its entries.
// BRAID: verify => valid
// JAVA: prints
package collections;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Maps {
    static final class Key {
        final int id;

        Key(int id) {
            this.id = id;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key && ((Key) o).id == id;
        }

        @Override
        public int hashCode() {
            return id % 3;
        }

        @Override
        public String toString() {
            return "k" + id;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        for (String word : new String[] {"one", "two", "three", "four", "five", "six", "seven",
            "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen"}) {
            map.put(word, word.length());
        }
        System.out.println(map);
        System.out.println(map.put("one", 1) + " " + map.get("one") + " " + map.get("none") + " "
                + map.remove("ten") + map.remove("ten") + map.containsKey("ten") + map.size());
        System.out.println(map.getOrDefault("zero", 0) + " " + map.putIfAbsent("one", 9) + " "
                + map.putIfAbsent("zero", 0) + " " + map.replace("one", 11) + " "
                + map.replace("two", 3, 22) + map.replace("two", 3, 23) + map.containsValue(22));
        System.out.println(map.computeIfAbsent("big", String::length) + " "
                + map.computeIfPresent("big", (k, v) -> v + 1) + " "
                + map.compute("big", (k, v) -> null) + " " + map.merge("one", 5, Integer::sum) + " "
                + map.merge("new", 5, Integer::sum) + map.merge("new", 5, (a, b) -> null));
        System.out.println(map.keySet() + " " + map.values());
        map.values().remove(11);
        map.keySet().removeIf(k -> k.startsWith("t"));
        map.entrySet().forEach(e -> e.setValue(e.getValue() * 2));
        System.out.println(map.entrySet() + " " + map.hashCode());
        map.replaceAll((k, v) -> v + k.length());
        map.forEach((k, v) -> System.out.print(k + v + " "));
        Map<Key, Integer> crowded = new HashMap<>(4);
        for (int i = 20; i > 0; i--) {
            crowded.put(new Key(i), i);
        }
        crowded.remove(new Key(10));
        System.out.println(crowded + " " + crowded.get(new Key(7)) + crowded.get(null));
        Map<Object, String> mixed = new HashMap<>();
        mixed.put(null, "null");
        mixed.put(-1, "int");
        mixed.put(1L << 40, "long");
        mixed.put('c', "char");
        mixed.put(true, null);
        mixed.put(List.of(1, 2), "list");
        System.out.println(mixed + " " + mixed.get(null) + mixed.containsKey(true) + mixed.get(true));
        Map<Object, String> copy = new HashMap<>(mixed);
        System.out.println(copy.equals(mixed) + " " + copy.remove(true, "x") + copy.remove(true, null)
                + copy.equals(mixed));
        Map<Integer, Integer> large = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            large.merge(i * i * 7919, 1, Integer::sum);
        }
        List<Integer> keys = new ArrayList<>(large.keySet());
        System.out.println(keys);
        map.clear();
        assert map.isEmpty() && large.size() == 40;
    }
}
