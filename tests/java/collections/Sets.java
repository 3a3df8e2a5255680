// HashSet, LinkedHashSet and LinkedHashMap, also in the order of use.
// BRAID: verify => valid
// JAVA: prints
package collections;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class Sets {
    static final class Cache extends LinkedHashMap<Integer, String> {
        Cache() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
            return size() > 3;
        }
    }

    public static void main(String[] args) {
        Set<Integer> set = new HashSet<>(List.of(33, 1, 17, 100, 5));
        System.out.println(set + " " + set.add(17) + set.add(49) + set.remove(1) + set.remove(2) + set);
        Set<Integer> other = new HashSet<>(set);
        System.out.println(set.equals(other) + " " + set.hashCode() + set.containsAll(List.of(5, 33)));
        other.retainAll(Set.of(5, 49));
        other.addAll(List.of(6, 7));
        set.removeAll(other);
        System.out.println(set + " " + other);
        Set<String> linked = new LinkedHashSet<>(List.of("z", "a", "m"));
        linked.add("b");
        linked.add("a");
        linked.remove("z");
        System.out.println(linked + " " + linked.contains("m"));
        Cache cache = new Cache();
        for (int i = 0; i < 4; i++) {
            cache.put(i, "v" + i);
            cache.get(1);
        }
        System.out.println(cache + " " + cache.keySet() + cache.values());
        Map<String, Integer> ordered = new LinkedHashMap<>();
        ordered.put("x", 1);
        ordered.put("a", 2);
        ordered.put("x", 3);
        ordered.remove("a");
        ordered.put("a", 4);
        System.out.println(ordered);
        assert Set.of(1, 2).contains(2) && Set.of(1, 2).equals(new HashSet<>(List.of(2, 1)));
    }
}
