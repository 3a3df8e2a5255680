// The interrupted status: who asks, and what clears it.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

public class Status {
    public static void main(String[] args) {
        Thread me = Thread.currentThread();
        System.out.println(me.isInterrupted() + " " + Thread.interrupted());
        me.interrupt();
        System.out.println(me.isInterrupted() + " " + me.isInterrupted());
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
        me.interrupt();
        me.interrupt();
        System.out.println(Thread.interrupted() + " " + me.isInterrupted());
    }
}
