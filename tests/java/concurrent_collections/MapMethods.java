// The methods of ConcurrentHashMap, by one thread.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

public class MapMethods {
    private static void expect(Runnable action) {
        try {
            action.run();
            System.out.println("nothing thrown");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName());
        }
    }

    private static void single() {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        System.out.println(map.put("a", 1) + " " + map.put("a", 2) + " " + map.putIfAbsent("a", 3)
                + " " + map.putIfAbsent("b", 4) + " " + map);
        System.out.println(map.replace("a", 5) + " " + map.replace("c", 6) + " "
                + map.replace("a", 5, 7) + map.replace("a", 5, 8) + map.remove("b", 5)
                + map.remove("b", 4) + " " + map);
        System.out.println(map.compute("a", (k, v) -> v + 1) + " "
                + map.compute("d", (k, v) -> v == null ? 10 : 0) + " "
                + map.compute("a", (k, v) -> null) + " " + map);
        System.out.println(map.computeIfPresent("d", (k, v) -> v * 2) + " "
                + map.computeIfPresent("x", (k, v) -> 1) + " "
                + map.computeIfAbsent("d", k -> 0) + " " + map.computeIfAbsent("e", k -> null) + " "
                + map.computeIfAbsent("f", String::length) + " " + map);
        System.out.println(map.merge("f", 5, Integer::sum) + " " + map.merge("g", 6, Integer::sum)
                + " " + map.merge("f", 1, (x, y) -> null) + " " + map);
        System.out.println(map.getOrDefault("d", 0) + " " + map.getOrDefault("z", 0) + " "
                + map.containsKey("d") + map.containsKey("z") + map.containsValue(20)
                + map.contains(21) + " " + map.mappingCount() + " " + map.isEmpty());
        expect(() -> map.put(null, 1));
        expect(() -> map.put("n", null));
        expect(() -> map.get(null));
        expect(() -> map.merge("n", null, Integer::sum));
        expect(() -> new ConcurrentHashMap<String, String>(-1));
        expect(() -> map.keySet().add("k"));
        map.clear();
        System.out.println(map + " " + map.size());
    }

    private static void all() {
        HashMap<Integer, String> given = new HashMap<>();
        given.put(1, "one");
        given.put(2, "two");
        given.put(3, "three");
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>(given);
        System.out.println(map + " " + map.keySet() + map.values() + map.entrySet());
        System.out.println(map.equals(new HashMap<>(map)) + " " + (map.hashCode()
                == new HashMap<>(map).hashCode()));
        for (Map.Entry<Integer, String> e : map.entrySet()) {
            e.setValue(e.getValue() + e.getKey());
        }
        map.replaceAll((k, v) -> v.toUpperCase());
        System.out.println(map);
        for (Iterator<Integer> keys = map.keySet().iterator(); keys.hasNext();) {
            if (keys.next() == 2) {
                keys.remove();
            }
        }
        System.out.println(map + " " + map.values().remove("ONE1") + " " + map);
        map.put(5, "five");
        map.entrySet().removeIf(e -> e.getKey() == 3);
        Enumeration<Integer> keys = map.keys();
        System.out.println(keys.nextElement() + " " + keys.hasMoreElements() + " "
                + map.elements().nextElement());
        map.forEach((k, v) -> System.out.println(k + v));
        map.put(6, "six");
        System.out.println(map.search(9, (k, v) -> k > 5 ? v : null) + " "
                + map.reduce(9, (k, v) -> v.length(), Integer::sum) + " "
                + map.reduceKeys(9, Math::max) + " "
                + map.reduceValuesToInt(9, String::length, 0, Integer::sum));
        Integer[] array = map.keySet().toArray(new Integer[0]);
        System.out.println(array.length + " " + array[0] + " " + map.values().toArray().length);
    }

    private static void sets() {
        ConcurrentHashMap.KeySetView<Integer, Boolean> set = ConcurrentHashMap.newKeySet();
        System.out.println(set.add(3) + " " + set.add(3) + " " + set.addAll(List.of(4, 5)) + " "
                + set.contains(4) + set.remove(4) + set + " " + set.getMappedValue());
        System.out.println(set.equals(new HashSet<>(List.of(3, 5))) + " " + set.hashCode() + " "
                + set.retainAll(List.of(5)) + set + set.removeAll(List.of(5)) + set.isEmpty());
        ConcurrentHashMap<Integer, Integer> many = new ConcurrentHashMap<>(2);
        for (int i = 20; i > 0; i--) {
            many.put(i, i);
        }
        System.out.println(many.keySet());
        Set<String> names = Collections.newSetFromMap(new ConcurrentHashMap<>());
        System.out.println(names.add("x") + " " + names.add("x") + names.remove("y") + names
                + names.contains("x") + names.equals(new HashSet<>(names)));
        expect(() -> Collections.newSetFromMap(new HashMap<>(Collections.singletonMap("k", true))));
        System.out.println(new ArrayList<>(new ConcurrentHashMap<>(many).values()));
    }

    public static void main(String[] args) {
        single();
        all();
        sets();
    }
}
