// An instance method as entry: its receiver is made by the constructor, its parameter is unknown.
// BRAID: verify --entry classes.Receiver.add => invalid line 14 throws java.lang.AssertionError
// JAVA: never
package classes;

public class Receiver {
    private int total = 10;

    public Receiver() {
    }

    public void add(int amount) {
        total += amount;
        assert total != 17; // fails
    }
}
