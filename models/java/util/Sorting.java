package java.util;

/**
 * Sorts so that equal elements keep their order. Whom it compares, and how often, is not what
 * the JDK does; a comparator that is no order has other results.
 */
final class Sorting {
    private Sorting() {
    }

    @SuppressWarnings("unchecked")
    static void sort(Object[] all, int count, Comparator<?> order) {
        Comparator<Object> by = (Comparator<Object>) order;
        if (count == 1) {
            return;
        }
        for (int i = 1; i < count; i++) {
            Object moved = all[i];
            int at = i;
            while (at > 0 && compare(all[at - 1], moved, by) > 0) {
                all[at] = all[at - 1];
                at--;
            }
            all[at] = moved;
        }
    }

    @SuppressWarnings("unchecked")
    static int compare(Object a, Object b, Comparator<Object> order) {
        return order == null ? ((Comparable<Object>) a).compareTo(b) : order.compare(a, b);
    }
}
