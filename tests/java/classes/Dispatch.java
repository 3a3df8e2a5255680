// The class of the object decides which method runs; fields are chosen by the type of the variable.
// BRAID: verify => valid
// JAVA: prints
package classes;

public class Dispatch {
    static class Animal {
        String kind = "animal";

        String sound() {
            return "...";
        }

        String speak() {
            return kind + " says " + sound();
        }
    }

    static class Dog extends Animal {
        String kind = "dog";

        @Override
        String sound() {
            return "woof " + super.sound();
        }
    }

    public static void main(String[] args) {
        Animal a = new Dog();
        System.out.println(a.speak());
        System.out.println(a.kind + " " + ((Dog) a).kind);
        assert a.sound().equals("woof ...");
    }
}
