// An inner object knows the object that it belongs to; a local class keeps variables.
// BRAID: verify => valid
// JAVA: prints
package classes;

public class InnerClasses {
    private int count = 10;

    class Step {
        int size;

        Step(int size) {
            this.size = size;
        }

        void run() {
            count += size;
        }

        class Twice {
            void run() {
                Step.this.run();
                InnerClasses.this.count += size;
            }
        }
    }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        Step step = outer.new Step(5);
        step.run();
        step.new Twice().run();
        System.out.println(outer.count);
        int base = args.length + 100;
        class Local {
            int value() {
                return base + outer.count;
            }
        }
        System.out.println(new Local().value());
        assert outer.count == 25;
    }
}
