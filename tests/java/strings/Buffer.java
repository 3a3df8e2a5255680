// StringBuffer does the same, and may be shared by threads: each append is whole.
// BRAID: verify => valid
// JAVA: prints
package strings;

public class Buffer {
    public static void main(String[] args) throws InterruptedException {
        StringBuffer shared = new StringBuffer();
        Thread t = new Thread(() -> shared.append("ab"));
        t.start();
        shared.append("cd");
        t.join();
        String text = shared.toString();
        assert text.equals("abcd") || text.equals("cdab");
        System.out.println(text.length());
    }
}
