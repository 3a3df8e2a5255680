// What a model lacks ends as unknown, with its name.
// BRAID: verify => unknown
// JAVA: prints
package collections;

import java.util.ArrayList;
import java.util.List;

public class NotModelledYet {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        list.add(3);
        System.out.println(list.stream().count());
    }
}
