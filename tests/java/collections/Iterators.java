// A list or map that changes while it is walked through.
// BRAID: verify => valid
// JAVA: prints
package collections;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;

public class Iterators {
    static void change(List<Integer> list) {
        int seen = 0;
        try {
            for (int n : list) {
                seen++;
                if (n == 2) {
                    list.remove((Integer) 1);
                }
            }
            System.out.println("unnoticed " + seen);
        } catch (ConcurrentModificationException e) {
            System.out.println("noticed " + seen + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        change(new ArrayList<>(List.of(1, 2, 3, 4)));
        change(new ArrayList<>(List.of(1, 2, 3)));
        change(new LinkedList<>(List.of(1, 2, 3, 4)));
        change(new LinkedList<>(List.of(1, 2, 3)));
        List<String> list = new ArrayList<>(List.of("a", "b", "c", "d"));
        for (Iterator<String> i = list.iterator(); i.hasNext();) {
            if (i.next().compareTo("c") < 0) {
                i.remove();
            }
        }
        ListIterator<String> both = list.listIterator(2);
        both.add("e");
        System.out.println(both.previous() + both.previousIndex() + both.nextIndex());
        both.set("f");
        both.remove();
        both.previous();
        both.set("g");
        System.out.println(list);
        try {
            both.add("h");
            both.remove();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        Map<String, Integer> map = new HashMap<>(Map.of("k", 1));
        map.put("l", 2);
        Iterator<String> keys = map.keySet().iterator();
        keys.next();
        map.put("k", 3);
        System.out.println(keys.next());
        try {
            keys.next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            for (String key : map.keySet()) {
                map.remove(key);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println(map);
        }
        assert map.size() == 1;
    }
}
