// The methods of ConcurrentSkipListMap and ConcurrentSkipListSet, by one thread.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

public class SortedMethods {
    private static void expect(Runnable action) {
        try {
            action.run();
            System.out.println("nothing thrown");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName());
        }
    }

    private static void maps() {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        System.out.println(map.put(3, "c") + map.put(1, "a") + map.put(3, "C")
                + map.putIfAbsent(2, "b") + map.putIfAbsent(2, "B") + map + map.size());
        System.out.println(map.firstKey() + " " + map.lastKey() + map.lowerKey(2) + map.floorKey(2)
                + map.ceilingKey(2) + map.higherKey(2) + map.lowerKey(1) + map.higherEntry(2)
                + map.firstEntry() + map.lastEntry());
        System.out.println(map.replace(1, "x") + map.replace(9, "y") + map.replace(1, "x", "z")
                + map.remove(1, "x") + map.remove(2) + map);
        System.out.println(map.compute(4, (k, v) -> "d") + map.merge(4, "e", String::concat)
                + map.computeIfPresent(4, (k, v) -> null) + map.computeIfAbsent(5, k -> "f")
                + map.getOrDefault(8, "none") + map.containsKey(5) + map.containsValue("f"));
        map.replaceAll((k, v) -> v + k);
        map.forEach((k, v) -> System.out.println(k + v));
        System.out.println(map.equals(new HashMap<>(map)) + " " + map.keySet() + map.values()
                + map.entrySet() + map.keySet().first());
        for (Iterator<Integer> keys = map.keySet().iterator(); keys.hasNext();) {
            if (keys.next() == 3) {
                keys.remove();
            }
        }
        System.out.println(map.pollFirstEntry() + " " + map.pollLastEntry() + map.pollLastEntry()
                + map.isEmpty());
        expect(map::firstKey);
        expect(() -> map.put(null, ""));
        expect(() -> map.get(null));
        expect(() -> map.keySet().add(1));
    }

    public static void main(String[] args) {
        maps();
        ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>(Comparator.reverseOrder());
        System.out.println(set.addAll(List.of("b", "c", "a")) + " " + set.add("b") + set + set.first()
                + set.last() + set.lower("b") + set.ceiling("bb") + set.contains("c"));
        System.out.println(set.remove("c") + " " + set.pollFirst() + set.pollLast() + set.pollLast()
                + set.size());
    }
}
