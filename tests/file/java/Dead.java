// ARGS: verify %s
// EXIT: 11
public class Dead {
    private final Object left = new Object();
    private final Object right = new Object();

    void one() {
        synchronized (left) {
            synchronized (right) {
            }
        }
    }

    void two() {
        synchronized (right) {
            synchronized (left) {
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Dead d = new Dead();
        Thread a = new Thread(d::one);
        Thread b = new Thread(d::two);
        b.setName("second");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
// EXPECT STDOUT
// deadlock  Dead.main(java.lang.String[]): 3 threads are stuck
//
// execution
//   #  thread    method       line
//   #  main      Dead.main      22  Dead d = new Dead();                          calls Dead.<init>(this = Dead#1)
//   #            Dead.<init>     4    private final Object left = new Object();   Dead#1.left = Object#1
//   #                            5    private final Object right = new Object();  Dead#1.right = Object#2
//   #            Dead.main      22  Dead d = new Dead();                          d = Dead#1
//   #                           23  Thread a = new Thread(d::one);                a = Thread#2
//   #                           24  Thread b = new Thread(d::two);                b = Thread#3
//   #                           25  b.setName("second");
//   #                           26  a.start();                                    starts thread "Thread-0"
//   #                           27  b.start();                                    starts thread "second"
//   #                           28  a.join();
//   #  second    Dead.two       15  synchronized (right) {                        reads Dead#1.right = Object#2; takes the lock of Object#2
//   #                           16  synchronized (left) {                         reads Dead#1.left = Object#1
//   #  Thread-0  Dead.one        8  synchronized (left) {                         reads Dead#1.left = Object#1; takes the lock of Object#1
//   #                            9  synchronized (right) {                        reads Dead#1.right = Object#2
//
// no thread can move: threads "Thread-0" and "second" wait for each other
//   thread "Thread-0" holds the lock of Object#1 (line 8) and waits for the lock of Object#2 (line 9)
//   thread "second" holds the lock of Object#2 (line 15) and waits for the lock of Object#1 (line 16)
//   --> Dead.java:9:13
//    |
//  9 |             synchronized (right) {
//    |             ^^^^^^^^^^^^^^^^^^^^^^ thread "Thread-0" waits in Dead.one for the lock of Object#2, held by thread "second"
// ...
// 16 |             synchronized (left) {
//    |             ^^^^^^^^^^^^^^^^^^^^^ thread "second" waits in Dead.two for the lock of Object#1, held by thread "Thread-0"
// ...
// 28 |         a.join();
//    |         --------- thread "main" waits in Dead.main for the end of thread "Thread-0"
//
// 2 executions, # steps
