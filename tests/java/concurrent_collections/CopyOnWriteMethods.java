// The methods of CopyOnWriteArrayList and CopyOnWriteArraySet, by one thread.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

public class CopyOnWriteMethods {
    private static void expect(Runnable action) {
        try {
            action.run();
            System.out.println("nothing thrown");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + " " + e.getMessage());
        }
    }

    private static void lists() {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(new Integer[] {3, 1, 2, 1});
        System.out.println(list + " " + list.size() + " " + list.get(2) + " " + list.indexOf(1)
                + list.lastIndexOf(1) + list.indexOf(1, 2) + list.lastIndexOf(3, 1)
                + list.contains(9));
        System.out.println(list.set(0, 4) + " " + list.remove(1) + " " + list.remove((Object) 1)
                + list.remove((Object) 8) + " " + list);
        list.add(1, 7);
        System.out.println(list.addIfAbsent(7) + " " + list.addAllAbsent(List.of(7, 8, 8)) + " "
                + list.addAll(List.of(5, 6)) + list.addAll(0, List.of(0)) + " " + list);
        System.out.println(list.removeIf(x -> x == 5) + " " + list.removeAll(List.of(6, 8)) + " "
                + list.retainAll(List.of(0, 2, 7)) + " " + list);
        list.replaceAll(x -> x + 10);
        list.sort(Comparator.reverseOrder());
        System.out.println(list + " " + list.equals(Arrays.asList(17, 12, 10)) + " "
                + list.hashCode() + " " + list.clone());
        List<Integer> part = list.subList(1, 3);
        part.set(0, 1);
        part.add(5);
        System.out.println(part + " " + list);
        list.add(9);
        expect(() -> part.get(0));
        expect(() -> list.get(7));
        expect(() -> list.add(9, 1));
        expect(() -> list.remove(-1));
        Iterator<Integer> all = list.iterator();
        list.clear();
        System.out.println(all.next() + " " + list);
        expect(all::remove);
        ListIterator<Integer> back = new CopyOnWriteArrayList<>(List.of(1, 2)).listIterator(2);
        System.out.println(back.previous() + " " + back.previousIndex() + " " + back.hasNext());
        expect(() -> back.set(3));
        System.out.println(list.toArray().length + " " + list.toArray(new Integer[1]).length);
    }

    private static void sets() {
        CopyOnWriteArraySet<String> set = new CopyOnWriteArraySet<>(List.of("b", "a", "b"));
        System.out.println(set + " " + set.add("a") + set.add("c") + set.remove("b")
                + set.contains("b") + set.size() + " " + set);
        System.out.println(set.equals(new HashSet<>(List.of("c", "a"))) + " "
                + set.addAll(List.of("a", "d")) + set.removeIf(x -> x.equals("c")) + set);
        set.forEach(System.out::println);
    }

    public static void main(String[] args) {
        lists();
        sets();
    }
}
