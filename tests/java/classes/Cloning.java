// clone copies fields, not what they refer to; a class that is not Cloneable has no copies.
// BRAID: verify => valid
// JAVA: prints
package classes;

public class Cloning {
    static class Sheep implements Cloneable {
        int age = 3;
        int[] wool = {1, 2};

        Sheep copy() throws CloneNotSupportedException {
            return (Sheep) clone();
        }
    }

    static class Goat {
        Object copy() throws CloneNotSupportedException {
            return clone();
        }
    }

    public static void main(String[] args) throws CloneNotSupportedException {
        Sheep dolly = new Sheep();
        Sheep copy = dolly.copy();
        copy.age = 4;
        copy.wool[0] = 9;
        System.out.println(dolly.age + " " + dolly.wool[0]);
        try {
            new Goat().copy();
            assert false;
        } catch (CloneNotSupportedException e) {
            System.out.println("no goats");
        }
        assert dolly.wool == copy.wool;
    }
}
