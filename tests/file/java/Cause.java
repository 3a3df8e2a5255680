// ARGS: verify %s
// EXIT: 12
public class Cause {
    static class AppException extends RuntimeException {
        AppException(String m, Throwable cause) { super(m, cause); }
    }
    static int parse(String s) {
        try { return Integer.parseInt(s); }
        catch (NumberFormatException e) { throw new AppException("bad: " + s, e); }
    }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            int v = parse("x1");
            System.out.println(v);
        });
        t.start();
        t.join();
        System.out.println("done");
    }
}
// EXPECT STDOUT
// invalid  Cause.main(java.lang.String[]): Cause$AppException: bad: x1 is not caught
//
// execution
//   #  thread    method               line
//   #  main      Cause.main             12  Thread t = new Thread(() -> {                        t = Thread#2
//   #                                   16  t.start();                                           starts thread "Thread-0"
//   #  Thread-0  Cause.lambda$main$0    13  int v = parse("x1");                                 calls Cause.parse(s = "x1")
//   #            Cause.parse             8    try { return Integer.parseInt(s); }                throws java.lang.NumberFormatException: For input string: "x1"; catches java.lang.NumberFormatException: For input string: "x1"
// > #                                    9    catch (NumberFormatException e) { throw new AppE…  e = NumberFormatException#1; throws Cause$AppException: bad: x1
//
// Exception in thread "Thread-0" Cause$AppException: bad: x1
//     at Cause.parse(Cause.java:9)
//     at Cause.lambda$main$0(Cause.java:13)
//     at java.lang.Thread.run(library)
// Caused by: java.lang.NumberFormatException: For input string: "x1"
//     at java.lang.Integer.parseInt(library)
//     at Cause.parse(Cause.java:8)
//     ... 2 more
//  --> Cause.java:9:9
//   |
// 9 |         catch (NumberFormatException e) { throw new AppException("bad: " + s, e); }
//   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ thrown here
//
// 1 execution, # steps
