// TimeUnit: conversions, which stop at the ends of long, and waits that are over at once.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.TimeUnit;

public class Units {
    public static void main(String[] args) throws InterruptedException {
        for (TimeUnit unit : TimeUnit.values()) {
            System.out.println(unit + " " + unit.ordinal() + " " + unit.toNanos(3) + " "
                    + unit.toMicros(3) + " " + unit.toMillis(3) + " " + unit.toSeconds(3000) + " "
                    + unit.toMinutes(7200) + " " + unit.toHours(-10000) + " " + unit.toDays(100000));
            System.out.println(unit.toNanos(Long.MAX_VALUE / 1000) + " "
                    + unit.toNanos(-Long.MAX_VALUE / 1000) + " " + unit.toDays(Long.MIN_VALUE) + " "
                    + TimeUnit.MINUTES.convert(-119, unit));
        }
        System.out.println(TimeUnit.valueOf("SECONDS") == TimeUnit.SECONDS);
        TimeUnit.NANOSECONDS.sleep(1);
        TimeUnit.DAYS.sleep(-1);
        Object monitor = new Object();
        synchronized (monitor) {
            TimeUnit.MICROSECONDS.timedWait(monitor, 5);
            TimeUnit.DAYS.timedWait(monitor, 0);
        }
        try {
            TimeUnit.SECONDS.timedWait(monitor, 1);
        } catch (IllegalMonitorStateException e) {
            System.out.println("not owner");
        }
        Thread t = new Thread(() -> { });
        t.start();
        TimeUnit.SECONDS.timedJoin(t, 0);
        t.join();
        TimeUnit.SECONDS.timedJoin(t, 5);
        System.out.println(t.isAlive());
    }
}
