// ARGS: verify --ltl "<> (Turn.served == 2)" %s
// EXIT: 14
public class Turn {
    static volatile int turn;
    static volatile int served;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> {
            for (int i = 0; i < 1; i++) {
                while (turn != 0) {
                    Thread.yield();
                }
                served++;
                turn = 1;
            }
        });
        a.start();
        for (int i = 0; i < 1; i++) {
            while (turn != 1) {
                Thread.yield();
            }
            served++;
            turn = 0;
        }
        a.join();
    }
}
// EXPECT STDOUT
// invalid  Turn.main(java.lang.String[]): <> (Turn.served == 2) does not hold: steps 68 to 73 repeat for ever
//
// execution
//   #  thread    method              line
//   #  main      Turn.main              8  Thread a = new Thread(() -> {  a = Thread#2
//   #                                  17  a.start();                     starts thread "Thread-0"
//   #                                  18  for (int i = 0; i < 1; i++) {  i = 0
//   #  Thread-0  Turn.lambda$main$0     9  for (int i = 0; i < 1; i++) {  i = 0
//   from here on, again and again:
//   #  main      Turn.main             19  while (turn != 1) {            reads Turn.turn = 0
//   #                                  20  Thread.yield();
//
// <> (Turn.served == 2) does not hold: steps 68 to 73 repeat for ever
//  --> --ltl:1:1
//   |
// 1 | <> (Turn.served == 2)
//   | ^^^^^^^^^^^^^^^^^^^^^
//
// 16 states, # steps
// bounds: array-size 3, instances 16, lock-depth 65535, range -1..11, recursion 3, threads 8
