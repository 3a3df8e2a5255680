// An initialiser that writes to an object or an array of another class is seen to run at the first
// use of its class, not before.
// BRAID: verify => valid
// BRAID: verify --no-early => valid
// JAVA: prints
package initialisers;

public class WritesToOthers {
    static final class Box {
        int n = 1;
        final int[] cells = new int[2];
    }

    static final class Shared {
        static final Box BOX = new Box();
    }

    static final class Mark {
        final Box box;

        Mark(Box box) {
            this.box = box;
            box.n = 5;
        }
    }

    static final class Marks {
        static final Mark MARK = new Mark(Shared.BOX);

        static void touch() {
        }
    }

    static final class Cells {
        static final int COUNT = fill();

        static int fill() {
            Shared.BOX.cells[1] = 7;
            return 2;
        }
    }

    public static void main(String[] args) {
        int before = Shared.BOX.n;
        int empty = Shared.BOX.cells[1];
        Marks.touch();
        int count = Cells.COUNT;
        System.out.println(before + " " + Shared.BOX.n + " " + empty + " "
                + Shared.BOX.cells[count - 1]);
        assert before == 1 && Shared.BOX.n == 5;
        assert empty == 0 && Shared.BOX.cells[1] == 7;
    }
}
