// The size of a ConcurrentHashMap adds up what was never true at one time.
// BRAID: verify --linearizable linearizable.SizeOfHashMap$Spec => invalid throws braid.NotLinearizable
// JAVA: runs
package linearizable;

import java.util.HashMap;
import java.util.concurrent.ConcurrentHashMap;

public class SizeOfHashMap {
    static class Numbers {
        private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

        public Integer put(int key, int value) {
            return map.put(key, value);
        }

        public Integer remove(int key) {
            return map.remove(key);
        }

        public int size() {
            return map.size();
        }
    }

    static class Spec {
        private final HashMap<Integer, Integer> map = new HashMap<>();

        public Integer put(int key, int value) {
            return map.put(key, value);
        }

        public Integer remove(int key) {
            return map.remove(key);
        }

        public int size() {
            return map.size();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Numbers map = new Numbers();
        map.put(2, 1);
        Thread a = new Thread(() -> {
            map.put(1, 1);
            map.remove(2);
        });
        a.start();
        map.size();
        a.join();
    }
}
