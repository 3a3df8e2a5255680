// What stages do, by one thread.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class Stages {
    private static void show(String what) {
        System.out.println(what);
    }

    private static <T> String get(CompletableFuture<T> f) throws InterruptedException {
        try {
            return String.valueOf(f.get());
        } catch (ExecutionException e) {
            return e.getCause().getClass().getSimpleName() + " " + e.getCause().getMessage();
        } catch (CancellationException e) {
            return "cancelled";
        }
    }

    private static <T> String join(CompletableFuture<T> f) {
        try {
            return String.valueOf(f.join());
        } catch (CompletionException e) {
            return "wraps " + e.getCause().getClass().getSimpleName();
        }
    }

    private static void combinations() throws Exception {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = new CompletableFuture<>();
        CompletableFuture<Integer> sum = a.thenCombine(b, (x, y) -> x + y);
        CompletableFuture<Integer> either = a.applyToEither(b, x -> -x);
        CompletableFuture<Void> all = CompletableFuture.allOf(a, b, sum);
        CompletableFuture<Object> any = CompletableFuture.anyOf(a, b);
        a.thenAcceptBoth(b, (x, y) -> show("both " + x + y))
                .runAfterBoth(b, () -> show("after both"));
        a.acceptEither(b, x -> show("either " + x));
        show(all.isDone() + " " + a.complete(3) + a.complete(4) + " " + either.get() + any.get());
        show(sum.isDone() + " " + sum.getNow(0));
        b.complete(4);
        show(sum.get() + " " + all.get() + " " + all.isDone());
    }

    private static void failures() throws Exception {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = a.thenApply(x -> x + 1);
        CompletableFuture<Integer> c = b.exceptionally(e -> {
            show(e.getClass().getSimpleName());
            return -1;
        });
        CompletableFuture<String> d = a.handle((x, e) -> x + " " + e.getMessage());
        CompletableFuture<Integer> w = a.whenComplete((x, e) -> show("done " + x));
        a.completeExceptionally(new IllegalStateException("bad"));
        show(get(a) + ", " + get(b) + ", " + get(c) + ", " + get(d) + ", " + get(w));
        show(join(a) + ", " + join(b) + ", " + a.isCompletedExceptionally());
        CompletableFuture<Integer> cancelled = new CompletableFuture<>();
        CompletableFuture<Integer> after = cancelled.thenApply(x -> x);
        show(cancelled.cancel(true) + " " + cancelled.isCancelled() + " " + get(cancelled)
                + after.isCancelled() + " " + join(after));
    }

    private static void composition() throws Exception {
        CompletableFuture<Integer> inner = new CompletableFuture<>();
        CompletableFuture<Integer> f =
                CompletableFuture.completedFuture(1).thenCompose(x -> inner.thenApply(y -> x + y));
        show(f.isDone() + "");
        inner.complete(10);
        show(get(f));
        inner.obtrudeValue(5);
        show(get(inner) + " " + get(f));
        show(get(CompletableFuture.failedFuture(new Exception("x"))
                .exceptionallyCompose(e -> CompletableFuture.completedFuture(e.getMessage()))));
    }

    public static void main(String[] args) throws Exception {
        combinations();
        failures();
        composition();
        try {
            new CompletableFuture<Integer>().get(1, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            show("late");
        }
    }
}
