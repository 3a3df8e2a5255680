// linked_list.oox in Java; the properties are those of linked_list.spec.
class Data {
}

class Entry {
    Data element;
    Entry next;
    Entry prev;

    Entry(Data d, Entry after, Entry before) {
        element = d;
        next = after;
        prev = before;
    }
}

class LinkedList {
    Entry header;
    int size;
    // How often the list has changed: iterators compare it.
    int changes;

    void resize(int by) {
        size += by;
        changes++;
    }

    // Inserts an element in front of an entry.
    void addBefore(Data d, Entry after) {
        Entry before = after.prev;
        Entry e = new Entry(d, after, before);
        before.next = e;
        after.prev = e; // bug: Entry p = before;
        resize(1);
    }

    // Takes out an entry other than the header.
    void unlink(Entry e) {
        if (e == header) {
            throw new IllegalArgumentException("the header");
        }
        Entry before = e.prev;
        Entry after = e.next;
        before.next = after;
        after.prev = before; // bug: Entry p = before;
        resize(-1);
    }

    // The first entry with an element; the header if there is none.
    Entry find(Data d) {
        Entry e = header.next;
        while (e != header) {
            if (e.element == d) {
                break;
            }
            e = e.next;
        }
        return e;
    }

    void addFirst(Data d) {
        addBefore(d, header.next);
    }

    void add(Data d) {
        addBefore(d, header);
    }

    // Takes out the first occurrence of an element; false if there is none.
    boolean remove(Data d) {
        Entry e = find(d);
        if (e == header) {
            return false;
        }
        unlink(e);
        return true;
    }
}
