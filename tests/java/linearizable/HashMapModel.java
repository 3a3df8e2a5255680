// ConcurrentHashMap against a HashMap, for keys of one place in the table.
// BRAID: verify --linearizable linearizable.HashMapModel$Spec => valid
// JAVA: runs
package linearizable;

import java.util.HashMap;
import java.util.concurrent.ConcurrentHashMap;

public class HashMapModel {
    static class Numbers {
        private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

        public Integer put(int key, int value) {
            return map.put(key, value);
        }

        public Integer get(int key) {
            return map.get(key);
        }

        public Integer remove(int key) {
            return map.remove(key);
        }

        public Integer merge(int key, int value) {
            return map.merge(key, value, Integer::sum);
        }
    }

    static class Spec {
        private final HashMap<Integer, Integer> map = new HashMap<>();

        public Integer put(int key, int value) {
            return map.put(key, value);
        }

        public Integer get(int key) {
            return map.get(key);
        }

        public Integer remove(int key) {
            return map.remove(key);
        }

        public Integer merge(int key, int value) {
            return map.merge(key, value, Integer::sum);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Numbers map = new Numbers();
        map.put(1, 1);
        Thread a = new Thread(() -> {
            map.put(17, 2);
            map.remove(1);
        });
        a.start();
        map.get(17);
        a.join();
    }
}
