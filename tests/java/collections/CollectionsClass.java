// Functions of Collections, fixed lists, parts of lists, Optional.
// BRAID: verify => valid
// JAVA: prints
package collections;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public class CollectionsClass {
    record Person(String name, int age) {
    }

    static void refused(Runnable action) {
        try {
            action.run();
            System.out.println("done");
        } catch (UnsupportedOperationException | IndexOutOfBoundsException
                | IllegalArgumentException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(Arrays.asList(4, 1, 3, 2));
        Collections.sort(list);
        System.out.println(list + " " + Collections.max(list) + Collections.min(list)
                + Collections.binarySearch(list, 3) + Collections.binarySearch(list, 9));
        Collections.reverse(list);
        Collections.swap(list, 0, 3);
        Collections.addAll(list, 7, 7);
        System.out.println(list + " " + Collections.frequency(list, 7));
        list.sort(Collections.reverseOrder());
        System.out.println(list + " " + Collections.nCopies(2, "x") + Collections.emptyList()
                + Collections.singletonList(5) + Collections.singletonMap("k", 1));
        List<Person> people = new ArrayList<>(List.of(new Person("a", 30), new Person("b", 20),
                new Person("c", 30), new Person("d", 20)));
        people.sort((x, y) -> Integer.compare(x.age(), y.age()));
        System.out.println(people);
        List<Integer> part = list.subList(1, 4);
        part.set(0, 50);
        part.remove(1);
        part.add(60);
        System.out.println(part + " " + list + part.contains(60));
        part.clear();
        System.out.println(list);
        List<Integer> view = Collections.unmodifiableList(list);
        list.set(0, 0);
        System.out.println(view);
        refused(() -> view.add(1));
        refused(() -> List.of(1, 2).set(0, 5));
        refused(() -> List.of(1).get(1));
        refused(() -> Map.of("a", 1).put("b", 2));
        refused(() -> Map.of("a", 1, "a", 2));
        refused(() -> list.subList(2, 1));
        refused(() -> Arrays.asList(1, 2).add(3));
        Collections.emptyList().sort(null);
        Collections.emptySet().clear();
        System.out.println(Collections.emptySet().remove("x") + " " + Collections.emptyMap().remove("x")
                + Collections.singleton(4).contains(4) + Collections.singleton(4).remove(5));
        refused(() -> Collections.emptyList().clear());
        refused(() -> Collections.emptyList().add(1));
        refused(() -> Collections.emptyList().get(0));
        refused(() -> Collections.singletonList(1).clear());
        refused(() -> Collections.singletonList(1).get(2));
        refused(() -> Collections.singletonMap(1, 2).put(1, 3));
        refused(() -> Collections.emptyMap().merge(1, 2, (a, b) -> a));
        refused(() -> Collections.nCopies(2, "x").set(0, "y"));
        list.iterator().forEachRemaining(n -> System.out.print(n + "."));
        Optional<String> some = Optional.of("text");
        Optional<String> none = Optional.empty();
        System.out.println(some + " " + none + some.map(String::length) + none.orElse("other")
                + some.filter(s -> s.isEmpty()) + some.get() + none.isPresent()
                + Optional.ofNullable(null).equals(none));
        assert some.isPresent() && Map.of("a", 1, "b", 2).get("b") == 2;
    }
}
