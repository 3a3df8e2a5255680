// Numbers that are not known as elements and keys.
// BRAID: verify --entry collections.Unknown.list => valid
// BRAID: verify --entry collections.Unknown.map => invalid line 25 throws java.lang.AssertionError
// JAVA: never
package collections;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Unknown {
    static void list(int a, int b) {
        List<Integer> list = new ArrayList<>();
        list.add(a);
        list.add(b);
        assert list.contains(a) && list.indexOf(b) == (a == b ? 0 : 1);
    }

    static void map(int a, int b) {
        Map<Integer, String> map = new HashMap<>();
        map.put(a, "a");
        map.put(b, "b");
        assert map.get(b).equals("b");
        assert map.size() == 2;  // fails
    }
}
