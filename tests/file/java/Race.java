// ARGS: verify %s
// EXIT: 13
public class Race {
    static class Counter {
        private int value;

        void inc() {
            value++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counter c = new Counter();
        Thread a = new Thread(c::inc, "adder");
        Thread b = new Thread(() -> c.inc());
        a.start();
        b.start();
    }
}
// EXPECT STDOUT
// invalid  Race.main(java.lang.String[]): data race on Race$Counter#1.value: thread "Thread-0" reads it and thread "adder" writes it, in no order
//
// execution
//   #  thread    method              line
//   #  main      Race.main             13  Counter c = new Counter();               c = Race$Counter#1
//   #                                  14  Thread a = new Thread(c::inc, "adder");  a = Thread#2
//   #                                  15  Thread b = new Thread(() -> c.inc());    b = Thread#3
//   #                                  16  a.start();                               starts thread "adder"
//   #                                  17  b.start();                               starts thread "Thread-0"
//   #  Thread-0  Race.lambda$main$0    15  Thread b = new Thread(() -> c.inc());    calls Race$Counter.inc(this = Race$Counter#1)
// > #            Race$Counter.inc       8    value++;                               reads Race$Counter#1.value = 0
// > #  adder     Race$Counter.inc       8  value++;                                 reads Race$Counter#1.value = 0; races with thread "Thread-0"; Race$Counter#1.value = 1
//
// data race on Race$Counter#1.value: thread "Thread-0" reads it and thread "adder" writes it, in no order
//  --> Race.java:8:13
//   |
// 8 |             value++;
//   |             ^^^^^^^^ thread "adder" writes it
//   |             ^^^^^^^^ thread "Thread-0" reads it
// thread "adder" writes it
//     at Race$Counter.inc(Race.java:8)
//     at java.lang.Thread.run(library)
// thread "Thread-0" reads it
//     at Race$Counter.inc(Race.java:8)
//     at Race.lambda$main$0(Race.java:15)
//     at java.lang.Thread.run(library)
//
// 1 execution, # steps
