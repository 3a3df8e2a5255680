package java.util.concurrent;

import braid.Atomic;
import braid.Internal;
import braid.Unraced;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A result, and the stages that wait for it. One step completes it, one adds a stage unless it is
 * complete. Whoever completes it, or adds a stage too late, goes on with the stages, in the order
 * of OpenJDK, but for stages that need two results: they wait for the first, then for the second.
 *
 * Without an executor, asynchronous actions run in the common pool, which has a thread for each.
 * What a timeout does comes at any moment, by a thread of its own.
 *
 * A long file: CompletionStage has nearly every stage in three forms.
 */
public class CompletableFuture<T> implements Future<T>, CompletionStage<T> {
    public static interface AsynchronousCompletionTask {
    }

    /** A result that is null. */
    private static final Object NIL = new Object();

    /** Instead of a result. */
    private static final class Failure {
        final Throwable thrown;

        Failure(Throwable thrown) {
            this.thrown = thrown;
        }
    }

    /** Null: not complete. Else a result, NIL or a Failure. */
    private volatile Object result;
    /** The stages that wait, the last one first. None is added when this is complete. */
    @Unraced private Node waiting;

    public CompletableFuture() {
    }

    private CompletableFuture(Object result) {
        this.result = result;
    }

    // ---- steps
    /** Completes this: what waits; SET: it was complete. */
    @Atomic
    private Node set(Object r) {
        if (result != null) {
            return SET;
        }
        result = r;
        return waiting;
    }

    /** The same, but the result is replaced if it was complete. */
    @Atomic
    private Node replace(Object r) {
        if (result != null) {
            result = r;
            return SET;
        }
        result = r;
        return waiting;
    }

    @Atomic("release")
    private boolean add(Node n) {
        if (result != null) {
            return false;
        }
        n.older = waiting;
        waiting = n;
        return true;
    }

    @Atomic("acquire")
    private Object awaitResult() {
        Internal.await(result != null);
        return result;
    }

    /** Null: the thread was interrupted, and no longer is. */
    @Atomic("acquire")
    private Object awaitResult(Thread current) {
        Internal.await(result != null || current.interrupted0);
        if (result == null) {
            current.interrupted0 = false;
        }
        return result;
    }

    // ---- results
    private static Object encode(Object value) {
        return value == null ? NIL : value;
    }

    /** What a stage fails with if this is thrown. */
    private static Object wrapped(Throwable e) {
        return new Failure(e instanceof CompletionException ? e : new CompletionException(e));
    }

    /** What a stage ends with if this is what it waited for. */
    private static Object relayed(Object r) {
        return r instanceof Failure && !(((Failure) r).thrown instanceof CompletionException)
                ? wrapped(((Failure) r).thrown) : r;
    }

    private static Object value(Object r) {
        return r == NIL || r instanceof Failure ? null : r;
    }

    private static Throwable thrown(Object r) {
        return r instanceof Failure ? ((Failure) r).thrown : null;
    }

    /** Completes this, and goes on with what waits. */
    private boolean finish(Object r) {
        Node waiting = set(r);
        fire(waiting);
        return waiting != SET;
    }

    /** Those that wait for what the first ones complete come before the others. */
    private static void fire(Node own) {
        if (own == SET) {
            return;
        }
        Node nested = null;
        while (true) {
            Node next;
            if (nested != null && nested != SET) {
                next = nested;
                nested = next.older;
                if (nested != null) {
                    next.older = own;
                    own = next;
                    continue;
                }
            } else if (own != null) {
                next = own;
                own = next.older;
            } else {
                return;
            }
            nested = next.fire();
        }
    }

    private static Executor common() {
        return ForkJoinPool.commonPool();
    }

    private static <X> X check(X x) {
        if (x == null) {
            throw new NullPointerException();
        }
        return x;
    }

    // ---- what waits
    private abstract static class Node {
        @Unraced Node older;

        /** What it waits for is complete: what waits for what it completes now; or null, or SET. */
        abstract Node fire();
    }

    /** Nothing goes on: it was complete before. */
    private static final Node SET = new Node() {
        Node fire() {
            return null;
        }
    };

    private abstract static class Stage<V> extends Node
            implements Runnable, AsynchronousCompletionTask {
        final CompletableFuture<V> future;
        private final CompletableFuture<?> first;
        /** Null: the first alone. */
        private final CompletableFuture<?> second;
        private final boolean either;
        /** Null: who completes what this waits for. */
        private final Executor executor;
        @Unraced private boolean sawFirst;
        @Unraced private boolean claimed;
        /** Of either: which of them; the first or the second. */
        @Unraced private boolean isSecond;

        Stage(Executor executor, CompletableFuture<?> first) {
            this(executor, first, null, false);
        }

        Stage(Executor executor, CompletableFuture<?> first, CompletionStage<?> second,
                boolean either) {
            this.executor = executor;
            this.first = first;
            this.second = second == null ? null : check(second.toCompletableFuture());
            this.either = either;
            this.future = first.newIncompleteFuture();
        }

        /** What the future is completed with; null: not yet. */
        abstract Object act(Object a, Object b) throws Throwable;

        /** Whether what failed before is what the future fails with. */
        boolean passes() {
            return true;
        }

        CompletableFuture<V> begin() {
            if (!either) {
                if (!first.add(this)) {
                    fire();
                }
            } else if (first.result != null) {
                fire(false);
            } else if (second.result != null) {
                fire(true);
            } else if (!first.add(this)) {
                fire(false);
            } else if (!second.add(new Twin(this))) {
                fire(true);
            }
            return future;
        }

        @Atomic("opaque")
        private boolean claim() {
            if (claimed) {
                return false;
            }
            claimed = true;
            return true;
        }

        Node fire(boolean bySecond) {
            if (!claim()) {
                return null;
            }
            isSecond = bySecond;
            return go();
        }

        Node fire() {
            if (either) {
                return fire(false);
            }
            if (second != null && !sawFirst) {
                sawFirst = true;
                if (second.add(this)) {
                    return null;
                }
            }
            return go();
        }

        private Object a() {
            return either && isSecond ? second.result : first.result;
        }

        private Object b() {
            return either || second == null ? null : second.result;
        }

        private Node go() {
            if (future.result != null) {
                return null;
            }
            if (passes()) {
                Object a = a();
                Object failed = a instanceof Failure ? a : b();
                if (failed instanceof Failure) {
                    return future.set(relayed(failed));
                }
            }
            if (executor == null) {
                return work();
            }
            try {
                executor.execute(this);
                return null;
            } catch (Throwable e) {
                return future.set(wrapped(e));
            }
        }

        private Node work() {
            Object r;
            try {
                r = act(a(), b());
            } catch (Throwable e) {
                r = wrapped(e);
            }
            return r == null ? null : future.set(r);
        }

        public void run() {
            if (future.result == null) {
                CompletableFuture.fire(work());
            }
        }
    }

    /** Waits for the second of two, either of which will do. */
    private static final class Twin extends Node {
        private final Stage<?> stage;

        Twin(Stage<?> stage) {
            this.stage = stage;
        }

        Node fire() {
            return stage.fire(true);
        }
    }

    /** Ends with what another future ends with. */
    private static final class Relay extends Node {
        private final CompletableFuture<?> from;
        private final CompletableFuture<?> future;

        Relay(CompletableFuture<?> from, CompletableFuture<?> future) {
            this.from = from;
            this.future = future;
        }

        Node fire() {
            return future.set(relayed(from.result));
        }
    }

    private static final class All extends Node {
        private final CompletableFuture<?>[] parts;
        private final CompletableFuture<Void> future;
        @Unraced private int seen;

        All(CompletableFuture<?>[] parts, CompletableFuture<Void> future) {
            this.parts = parts;
            this.future = future;
        }

        /** Waits for the next one. */
        Node fire() {
            while (seen < parts.length) {
                CompletableFuture<?> next = parts[seen];
                seen++;
                if (next.add(this)) {
                    return null;
                }
            }
            Object r = NIL;
            for (int i = 0; i < parts.length && r == NIL; i++) {
                Object part = parts[i].result;
                if (part instanceof Failure) {
                    r = relayed(part);
                }
            }
            return future.set(r);
        }
    }

    private static final class Apply extends Stage<Object> {
        private final Function<Object, Object> action;

        Apply(Executor executor, CompletableFuture<?> of, CompletionStage<?> other,
                boolean either, Function<Object, Object> action) {
            super(executor, of, other, either);
            this.action = check(action);
        }

        Object act(Object a, Object b) {
            return encode(action.apply(value(a)));
        }
    }

    private static final class Accept extends Stage<Object> {
        private final Consumer<Object> action;

        Accept(Executor executor, CompletableFuture<?> of, CompletionStage<?> other,
                boolean either, Consumer<Object> action) {
            super(executor, of, other, either);
            this.action = check(action);
        }

        Object act(Object a, Object b) {
            action.accept(value(a));
            return NIL;
        }
    }

    private static final class Run extends Stage<Object> {
        private final Runnable action;

        Run(Executor executor, CompletableFuture<?> of, CompletionStage<?> other,
                boolean either, Runnable action) {
            super(executor, of, other, either);
            this.action = check(action);
        }

        Object act(Object a, Object b) {
            action.run();
            return NIL;
        }
    }

    private static final class Combine extends Stage<Object> {
        private final BiFunction<Object, Object, Object> action;

        Combine(Executor executor, CompletableFuture<?> of, CompletionStage<?> other,
                boolean either, BiFunction<Object, Object, Object> action) {
            super(executor, of, other, either);
            this.action = check(action);
        }

        Object act(Object a, Object b) {
            return encode(action.apply(value(a), value(b)));
        }
    }

    private static final class AcceptBoth extends Stage<Object> {
        private final BiConsumer<Object, Object> action;

        AcceptBoth(Executor executor, CompletableFuture<?> of, CompletionStage<?> other,
                boolean either, BiConsumer<Object, Object> action) {
            super(executor, of, other, either);
            this.action = check(action);
        }

        Object act(Object a, Object b) {
            action.accept(value(a), value(b));
            return NIL;
        }
    }

    private static final class Compose extends Stage<Object> {
        private final Function<Object, CompletionStage<?>> action;

        Compose(Executor executor, CompletableFuture<?> of,
                Function<Object, CompletionStage<?>> action) {
            super(executor, of);
            this.action = check(action);
        }

        Object act(Object a, Object b) {
            return then(action.apply(value(a)), future);
        }
    }

    private static final class Handle extends Stage<Object> {
        private final BiFunction<Object, Throwable, Object> action;

        Handle(Executor executor, CompletableFuture<?> of,
                BiFunction<Object, Throwable, Object> action) {
            super(executor, of);
            this.action = check(action);
        }

        boolean passes() {
            return false;
        }

        Object act(Object a, Object b) {
            return encode(action.apply(value(a), thrown(a)));
        }
    }

    private static final class When extends Stage<Object> {
        private final BiConsumer<Object, Throwable> action;

        When(Executor executor, CompletableFuture<?> of, BiConsumer<Object, Throwable> action) {
            super(executor, of);
            this.action = check(action);
        }

        boolean passes() {
            return false;
        }

        Object act(Object a, Object b) {
            try {
                action.accept(value(a), thrown(a));
            } catch (Throwable e) {
                if (!(a instanceof Failure)) {
                    return wrapped(e);
                }
                if (thrown(a) != e) {
                    thrown(a).addSuppressed(e);
                }
            }
            return relayed(a);
        }
    }

    private static final class Exceptionally extends Stage<Object> {
        private final Function<Throwable, Object> action;

        Exceptionally(Executor executor, CompletableFuture<?> of,
                Function<Throwable, Object> action) {
            super(executor, of);
            this.action = check(action);
        }

        boolean passes() {
            return false;
        }

        Object act(Object a, Object b) {
            return a instanceof Failure ? encode(action.apply(thrown(a))) : a;
        }
    }

    private static final class ExceptionallyCompose extends Stage<Object> {
        private final Function<Throwable, CompletionStage<?>> action;

        ExceptionallyCompose(Executor executor, CompletableFuture<?> of,
                Function<Throwable, CompletionStage<?>> action) {
            super(executor, of);
            this.action = check(action);
        }

        boolean passes() {
            return false;
        }

        Object act(Object a, Object b) {
            return a instanceof Failure ? then(action.apply(thrown(a)), future) : a;
        }
    }

    /** What the future of a stage ends with, that is to end as another stage; null: not yet. */
    private static Object then(CompletionStage<?> next, CompletableFuture<?> future) {
        CompletableFuture<?> from = next.toCompletableFuture();
        return from.add(new Relay(from, future)) ? null : relayed(from.result);
    }

    @SuppressWarnings("unchecked")
    private static <V> CompletableFuture<V> begin(Stage<Object> stage) {
        return (CompletableFuture<V>) stage.begin();
    }

    // ---- stages
    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> fn) {
        return begin(new Apply(null, this, null, false, (Function<Object, Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> fn) {
        return begin(new Apply(defaultExecutor(), this, null, false, (Function<Object,
                Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> thenApplyAsync(
            Function<? super T, ? extends U> fn, Executor executor) {
        return begin(new Apply(check(executor), this, null, false, (Function<Object, Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<Void> thenAccept(Consumer<? super T> action) {
        return begin(new Accept(null, this, null, false, (Consumer<Object>) action));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action) {
        return begin(new Accept(defaultExecutor(), this, null, false, (Consumer<Object>) action));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action, Executor executor) {
        return begin(new Accept(check(executor), this, null, false, (Consumer<Object>) action));
    }

    public CompletableFuture<Void> thenRun(Runnable action) {
        return begin(new Run(null, this, null, false, action));
    }

    public CompletableFuture<Void> thenRunAsync(Runnable action) {
        return begin(new Run(defaultExecutor(), this, null, false, action));
    }

    public CompletableFuture<Void> thenRunAsync(Runnable action, Executor executor) {
        return begin(new Run(check(executor), this, null, false, action));
    }

    @SuppressWarnings("unchecked")
    public <U, V> CompletableFuture<V> thenCombine(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn) {
        return begin(new Combine(null, this, check(other), false, (BiFunction<Object, Object,
                Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn) {
        return begin(new Combine(defaultExecutor(), this, check(other), false,
                (BiFunction<Object, Object, Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> fn,
            Executor executor) {
        return begin(new Combine(check(executor), this, check(other), false,
                (BiFunction<Object, Object, Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<Void> thenAcceptBoth(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        return begin(new AcceptBoth(null, this, check(other), false, (BiConsumer<Object,
                Object>) action));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        return begin(new AcceptBoth(defaultExecutor(), this, check(other), false,
                (BiConsumer<Object, Object>) action));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> action,
            Executor executor) {
        return begin(new AcceptBoth(check(executor), this, check(other), false,
                (BiConsumer<Object, Object>) action));
    }

    public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable action) {
        return begin(new Run(null, this, check(other), false, action));
    }

    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action) {
        return begin(new Run(defaultExecutor(), this, check(other), false, action));
    }

    public CompletableFuture<Void> runAfterBothAsync(
            CompletionStage<?> other, Runnable action, Executor executor) {
        return begin(new Run(check(executor), this, check(other), false, action));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> applyToEither(
            CompletionStage<? extends T> other, Function<? super T, U> fn) {
        return begin(new Apply(null, this, check(other), true, (Function<Object, Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> fn) {
        return begin(new Apply(defaultExecutor(), this, check(other), true, (Function<Object,
                Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> fn, Executor executor) {
        return begin(new Apply(check(executor), this, check(other), true, (Function<Object,
                Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<Void> acceptEither(
            CompletionStage<? extends T> other, Consumer<? super T> action) {
        return begin(new Accept(null, this, check(other), true, (Consumer<Object>) action));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action) {
        return begin(new Accept(defaultExecutor(), this, check(other), true,
                (Consumer<Object>) action));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action, Executor executor) {
        return begin(new Accept(check(executor), this, check(other), true,
                (Consumer<Object>) action));
    }

    public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        return begin(new Run(null, this, check(other), true, action));
    }

    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action) {
        return begin(new Run(defaultExecutor(), this, check(other), true, action));
    }

    public CompletableFuture<Void> runAfterEitherAsync(
            CompletionStage<?> other, Runnable action, Executor executor) {
        return begin(new Run(check(executor), this, check(other), true, action));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> thenCompose(
            Function<? super T, ? extends CompletionStage<U>> fn) {
        return begin(new Compose(null, this, (Function<Object, CompletionStage<?>>) (Object) fn));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> fn) {
        return begin(new Compose(defaultExecutor(), this, (Function<Object,
                CompletionStage<?>>) (Object) fn));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> fn, Executor executor) {
        return begin(new Compose(check(executor), this, (Function<Object,
                CompletionStage<?>>) (Object) fn));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        return begin(new When(null, this, (BiConsumer<Object, Throwable>) action));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action) {
        return begin(new When(defaultExecutor(), this, (BiConsumer<Object, Throwable>) action));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<T> whenCompleteAsync(
            BiConsumer<? super T, ? super Throwable> action, Executor executor) {
        return begin(new When(check(executor), this, (BiConsumer<Object, Throwable>) action));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> fn) {
        return begin(new Handle(null, this, (BiFunction<Object, Throwable, Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> fn) {
        return begin(new Handle(defaultExecutor(), this, (BiFunction<Object, Throwable,
                Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> handleAsync(
            BiFunction<? super T, Throwable, ? extends U> fn, Executor executor) {
        return begin(new Handle(check(executor), this, (BiFunction<Object, Throwable, Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> fn) {
        return begin(new Exceptionally(null, this, (Function<Throwable, Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> fn) {
        return begin(new Exceptionally(defaultExecutor(), this, (Function<Throwable, Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<T> exceptionallyAsync(
            Function<Throwable, ? extends T> fn, Executor executor) {
        return begin(new Exceptionally(check(executor), this, (Function<Throwable, Object>) fn));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<T> exceptionallyCompose(
            Function<Throwable, ? extends CompletionStage<T>> fn) {
        return begin(new ExceptionallyCompose(null, this, (Function<Throwable,
                CompletionStage<?>>) (Object) fn));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> fn) {
        return begin(new ExceptionallyCompose(defaultExecutor(), this, (Function<Throwable,
                CompletionStage<?>>) (Object) fn));
    }

    @SuppressWarnings("unchecked")
    public CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> fn, Executor executor) {
        return begin(new ExceptionallyCompose(check(executor), this, (Function<Throwable,
                CompletionStage<?>>) (Object) fn));
    }

    public CompletableFuture<T> toCompletableFuture() {
        return this;
    }

    // ---- beginnings
    private static final class Work<T> implements Runnable, AsynchronousCompletionTask {
        private final CompletableFuture<T> future;
        private final Supplier<? extends T> supplier;
        private final Runnable action;

        Work(CompletableFuture<T> future, Supplier<? extends T> supplier, Runnable action) {
            this.future = future;
            this.supplier = supplier;
            this.action = action;
        }

        public void run() {
            if (future.result != null) {
                return;
            }
            Object r = NIL;
            try {
                if (supplier != null) {
                    r = encode(supplier.get());
                } else {
                    action.run();
                }
            } catch (Throwable e) {
                r = wrapped(e);
            }
            future.finish(r);
        }
    }

    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier) {
        return supplyAsync(supplier, common());
    }

    public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier, Executor executor) {
        check(executor);
        CompletableFuture<U> future = new CompletableFuture<>();
        executor.execute(new Work<U>(future, check(supplier), null));
        return future;
    }

    public static CompletableFuture<Void> runAsync(Runnable runnable) {
        return runAsync(runnable, common());
    }

    public static CompletableFuture<Void> runAsync(Runnable runnable, Executor executor) {
        check(executor);
        CompletableFuture<Void> future = new CompletableFuture<>();
        executor.execute(new Work<Void>(future, null, check(runnable)));
        return future;
    }

    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        return completeAsync(supplier, defaultExecutor());
    }

    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        check(supplier);
        check(executor).execute(new Work<T>(this, supplier, null));
        return this;
    }

    public static <U> CompletableFuture<U> completedFuture(U value) {
        return new CompletableFuture<U>(encode(value));
    }

    public static <U> CompletableFuture<U> failedFuture(Throwable ex) {
        return new CompletableFuture<U>(new Failure(check(ex)));
    }

    public static <U> CompletionStage<U> completedStage(U value) {
        return new Minimal<U>(encode(value));
    }

    public static <U> CompletionStage<U> failedStage(Throwable ex) {
        return new Minimal<U>(new Failure(check(ex)));
    }

    public static CompletableFuture<Void> allOf(CompletableFuture<?>... cfs) {
        CompletableFuture<?>[] parts = cfs.clone();
        for (CompletableFuture<?> part : parts) {
            check(part);
        }
        CompletableFuture<Void> future = new CompletableFuture<>();
        new All(parts, future).fire();
        return future;
    }

    public static CompletableFuture<Object> anyOf(CompletableFuture<?>... cfs) {
        CompletableFuture<?>[] parts = cfs.clone();
        for (CompletableFuture<?> part : parts) {
            Object r = check(part).result;
            if (r != null) {
                return new CompletableFuture<Object>(relayed(r));
            }
        }
        CompletableFuture<Object> future = new CompletableFuture<>();
        for (CompletableFuture<?> part : parts) {
            if (!part.add(new Relay(part, future))) {
                future.set(relayed(part.result));
            }
        }
        return future;
    }

    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<U>();
    }

    public Executor defaultExecutor() {
        return common();
    }

    private CompletableFuture<T> relayTo(CompletableFuture<T> future) {
        if (!add(new Relay(this, future))) {
            future.set(relayed(result));
        }
        return future;
    }

    public CompletableFuture<T> copy() {
        return relayTo(newIncompleteFuture());
    }

    public CompletionStage<T> minimalCompletionStage() {
        return relayTo(new Minimal<T>(null));
    }

    // ---- time
    /** Does something at any moment. */
    private static void later(Runnable action) {
        Thread thread = new Thread(action, "CompletableFutureDelayScheduler");
        thread.setDaemon(true);
        thread.start();
    }

    public CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
        check(unit);
        if (result == null) {
            later(() -> finish(new Failure(new TimeoutException())));
        }
        return this;
    }

    public CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
        check(unit);
        if (result == null) {
            later(() -> finish(encode(value)));
        }
        return this;
    }

    public static Executor delayedExecutor(long delay, TimeUnit unit, Executor executor) {
        check(unit);
        check(executor);
        return task -> {
            check(task);
            later(() -> executor.execute(task));
        };
    }

    public static Executor delayedExecutor(long delay, TimeUnit unit) {
        return delayedExecutor(delay, unit, common());
    }

    // ---- the result
    public boolean complete(T value) {
        return finish(encode(value));
    }

    public boolean completeExceptionally(Throwable ex) {
        return finish(new Failure(check(ex)));
    }

    public boolean cancel(boolean mayInterruptIfRunning) {
        return finish(new Failure(new CancellationException())) || isCancelled();
    }

    private void obtrude(Object r) {
        fire(replace(r));
    }

    public void obtrudeValue(T value) {
        obtrude(encode(value));
    }

    public void obtrudeException(Throwable ex) {
        obtrude(new Failure(check(ex)));
    }

    public boolean isDone() {
        return result != null;
    }

    public boolean isCancelled() {
        return thrown(result) instanceof CancellationException;
    }

    public boolean isCompletedExceptionally() {
        return result instanceof Failure;
    }

    @SuppressWarnings("unchecked")
    private T gotten(Object r) throws ExecutionException {
        Throwable x = thrown(r);
        if (x == null) {
            return (T) value(r);
        }
        if (x instanceof CancellationException) {
            throw (CancellationException) x;
        }
        if (x instanceof CompletionException && x.getCause() != null) {
            x = x.getCause();
        }
        throw new ExecutionException(x);
    }

    @SuppressWarnings("unchecked")
    private T joined(Object r) {
        Throwable x = thrown(r);
        if (x == null) {
            return (T) value(r);
        }
        if (x instanceof CancellationException) {
            throw (CancellationException) x;
        }
        if (x instanceof CompletionException) {
            throw (CompletionException) x;
        }
        throw new CompletionException(x);
    }

    public T get() throws InterruptedException, ExecutionException {
        if (!Internal.interrupts()) {
            return gotten(awaitResult());
        }
        Object r = awaitResult(Thread.currentThread());
        if (r == null) {
            throw new InterruptedException();
        }
        return gotten(r);
    }

    public T get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        check(unit);
        Object r = result;
        if (r == null) {
            Thread.throwIfInterrupted0();
            throw new TimeoutException();
        }
        return gotten(r);
    }

    public T join() {
        return joined(awaitResult());
    }

    public T getNow(T valueIfAbsent) {
        Object r = result;
        return r == null ? valueIfAbsent : joined(r);
    }

    public int getNumberOfDependents() {
        int count = 0;
        if (result == null) {
            for (Node n = waiting; n != null; n = n.older) {
                count++;
            }
        }
        return count;
    }

    public String toString() {
        Object r = result;
        if (r == null) {
            int count = getNumberOfDependents();
            return super.toString().concat(count == 0 ? "[Not completed]" : "[Not completed, "
                    .concat(String.valueOf(count)).concat(" dependents]"));
        }
        if (r instanceof Failure) {
            return super.toString().concat("[Completed exceptionally: ")
                    .concat(thrown(r).toString()).concat("]");
        }
        return super.toString().concat("[Completed normally]");
    }

    /** A stage that can neither be asked nor completed. */
    private static final class Minimal<T> extends CompletableFuture<T> {
        Minimal(Object r) {
            super(r);
        }

        private static UnsupportedOperationException refusal() {
            return new UnsupportedOperationException();
        }

        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new Minimal<U>(null);
        }

        public CompletableFuture<T> toCompletableFuture() {
            return ((CompletableFuture<T>) this).relayTo(new CompletableFuture<T>());
        }

        public T get() {
            throw refusal();
        }

        public T get(long timeout, TimeUnit unit) {
            throw refusal();
        }

        public T getNow(T valueIfAbsent) {
            throw refusal();
        }

        public T join() {
            throw refusal();
        }

        public boolean complete(T value) {
            throw refusal();
        }

        public boolean completeExceptionally(Throwable ex) {
            throw refusal();
        }

        public boolean cancel(boolean mayInterruptIfRunning) {
            throw refusal();
        }

        public void obtrudeValue(T value) {
            throw refusal();
        }

        public void obtrudeException(Throwable ex) {
            throw refusal();
        }

        public boolean isDone() {
            throw refusal();
        }

        public boolean isCancelled() {
            throw refusal();
        }

        public boolean isCompletedExceptionally() {
            throw refusal();
        }

        public int getNumberOfDependents() {
            throw refusal();
        }

        public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
            throw refusal();
        }

        public CompletableFuture<T> completeAsync(
                Supplier<? extends T> supplier, Executor executor) {
            throw refusal();
        }

        public CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
            throw refusal();
        }

        public CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
            throw refusal();
        }
    }
}
