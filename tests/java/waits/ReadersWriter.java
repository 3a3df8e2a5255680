// A lock for readers and a writer: readers never see half of an update.
// BRAID: verify => valid
// JAVA: prints
package waits;

public class ReadersWriter {
    private int readers;

    synchronized void beginRead() {
        readers++;
    }

    synchronized void endRead() {
        readers--;
        notifyAll();
    }

    synchronized void write(int value) throws InterruptedException {
        while (readers > 0) {
            wait();
        }
        a = value;
        b = value;
    }

    int a;
    int b;

    public static void main(String[] args) throws InterruptedException {
        ReadersWriter data = new ReadersWriter();
        Thread reader = new Thread(() -> {
            data.beginRead();
            assert data.a == data.b;
            data.endRead();
        });
        reader.start();
        data.write(4);
        reader.join();
        System.out.println(data.a + data.b);
    }
}
