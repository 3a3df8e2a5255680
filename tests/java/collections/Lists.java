// ArrayList: adding, removing, finding, and what is out of bounds.
// BRAID: verify => valid
// JAVA: prints
package collections;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class Lists {
    static void show(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        System.out.println(list + " " + list.isEmpty() + " " + list.size());
        for (int i = 0; i < 7; i++) {
            list.add("e" + i);
        }
        list.add(0, "first");
        list.add(4, null);
        list.add(list.size(), "last");
        System.out.println(list + " " + list.size());
        System.out.println(list.indexOf(null) + " " + list.lastIndexOf("e3") + " "
                + list.contains("none") + " " + list.get(2) + " " + list.set(2, "e2"));
        System.out.println(list.remove(0) + " " + list.remove("e2") + " " + list.remove("e9") + list);
        List<String> copy = new ArrayList<>(list);
        System.out.println(copy.equals(list) + " " + (copy.hashCode() == list.hashCode()));
        copy.removeIf(e -> e == null);
        copy.replaceAll(e -> e + "!");
        copy.sort(null);
        System.out.println(copy + " " + copy.equals(list));
        copy.addAll(1, List.of("x", "y"));
        copy.retainAll(Arrays.asList("x", "e6!", "last!"));
        System.out.println(copy + " " + copy.addAll(List.of()) + copy.removeAll(List.of("x")) + copy);
        String[] array = copy.toArray(new String[0]);
        Object[] plain = copy.toArray();
        System.out.println(array.length + array[0] + plain.length);
        show(() -> list.get(99));
        show(() -> list.get(-1));
        show(() -> list.set(50, "z"));
        show(() -> list.add(51, "z"));
        show(() -> list.remove(7));
        show(() -> new ArrayList<String>(-1));
        List<Integer> numbers = new ArrayList<>(List.of(5, 3, 1000, -2));
        numbers.remove(Integer.valueOf(3));
        numbers.remove(0);
        int sum = 0;
        for (int n : numbers) {
            sum += n;
        }
        numbers.forEach(n -> System.out.print(n + ";"));
        System.out.println(sum);
        list.clear();
        assert list.isEmpty() && sum == 998;
    }
}
