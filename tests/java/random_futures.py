#!/usr/bin/env python3
"""Random stages of CompletableFuture: what java prints, `braid run` must print, too.

Each case makes some futures that depend on one another, completes some of them in some way, and
prints what each of them gives or throws. There is one thread: executors run what they get at once.
Java does not say which of two stages that wait for one future comes first, and Braid has the order of
OpenJDK only if none of them waits for two. So no case has stages that wait for either of two futures
and stages that wait for both.

    tests/java/random_futures.py --braid PATH --build DIR [--count 30] [--seed 1]
"""
import argparse
import random
import subprocess
import sys
from pathlib import Path

HEAD = """import java.util.concurrent.*;

public class Futures {
    static int n(Object o) {
        return o instanceof Integer ? (Integer) o : o == null ? -7 : 99;
    }

    static String text(Throwable e) {
        String s = "";
        for (; e != null; e = e.getCause()) {
            s += e.getClass().getSimpleName() + (e.getCause() == null ? e.getMessage() : " ");
        }
        return s;
    }

    static Object f(int k, Object x) {
        if ((n(x) + k) % 3 == 0) {
            throw new IllegalStateException("f" + k);
        }
        return k % 5 == 0 ? null : (Object) (n(x) + k);
    }

    static String show(CompletableFuture<Object> f) {
        String s = " " + f.isDone() + f.isCancelled() + f.isCompletedExceptionally();
        if (f.isDone()) {
            try { s += " " + f.join(); } catch (Throwable e) { s += " " + text(e); }
            try { s += " " + f.get(); } catch (Throwable e) { s += " " + text(e); }
            try { s += " " + f.getNow(5); } catch (Throwable e) { s += " " + text(e); }
        }
        return s;
    }

    @SuppressWarnings("unchecked")
    static CompletableFuture<Object>[] make(int n) {
        return new CompletableFuture[n];
    }
"""
BEGINNINGS = (
    "new CompletableFuture<>()", "new CompletableFuture<>()",
    "CompletableFuture.completedFuture({k})",
    'CompletableFuture.failedFuture(new IllegalArgumentException("i{k}"))',
    "CompletableFuture.supplyAsync(() -> f({k}, 1), Runnable::run)")
# {A} and {E}: with an executor, or without.
STAGES = (
    "{a}.thenApply{A}(x -> f({k}, x){E})", "{a}.exceptionally(e -> text(e))", "{a}.copy()",
    "{a}.handle{A}((x, e) -> e == null ? f({k}, x) : text(e){E})",
    "{a}.whenComplete{A}((x, e) -> f({k}, e == null ? x : (Object) 1){E})",
    "{a}.exceptionally{A}(e -> f({k}, 2){E})", "{a}.exceptionallyCompose{A}(e -> {b}{E})",
    "{a}.thenCompose{A}(x -> n(x) % 2 == 0 ? {b} : {a}.thenApply(y -> f({k}, y)){E})",
    "{a}.thenAccept{A}(x -> f({k}, x){E}).thenApply(x -> (Object) x)",
    "{a}.thenRun{A}(() -> f({k}, 1){E}).thenApply(x -> (Object) x)",
    "{a}.minimalCompletionStage().thenApply(x -> f({k}, x)).toCompletableFuture()")
BOTH = (
    "{a}.thenCombine{A}({b}, (x, y) -> f({k}, n(x) + n(y)){E})",
    "{a}.runAfterBoth{A}({b}, () -> f({k}, 1){E}).thenApply(x -> (Object) x)",
    '{a}.thenAcceptBoth{A}({b}, (x, y) -> f({k}, x){E}).thenApply(x -> (Object) "v")',
    "CompletableFuture.allOf({a}, {b}, {a}).thenApply(x -> (Object) x)")
EITHER = (
    "{a}.applyToEither{A}({b}, x -> f({k}, x){E})",
    '{a}.acceptEither{A}({b}, x -> f({k}, x){E}).thenApply(x -> (Object) "w")',
    "{a}.runAfterEither{A}({b}, () -> f({k}, 1){E}).thenApply(x -> (Object) x)",
    "CompletableFuture.anyOf({a}, {b})")
ENDS = (
    "{a}.complete({k})", "{a}.complete({k})", "{a}.cancel(true)",
    '{a}.completeExceptionally(new IllegalArgumentException("x{k}"))',
    '{a}.completeExceptionally(new CompletionException(new IllegalArgumentException("y{k}")))',
    "{a}.completeAsync(() -> f({k}, 1), Runnable::run) == {a}")


def case(number, chance):
    count = chance.randint(4, 9)
    stages = STAGES + 2 * chance.choice((BOTH, EITHER))

    def filled(form, among):
        runs_async = "{A}" in form and chance.random() < 0.5
        return form.format(a=f"c[{chance.randrange(among)}]", b=f"c[{chance.randrange(among)}]",
                           k=chance.randint(0, 9), A="Async" if runs_async else "",
                           E=", Runnable::run" if runs_async else "")

    lines = [f"    static void s{number}() {{",
             f"        CompletableFuture<Object>[] c = make({count});"]
    for i in range(count):
        forms = BEGINNINGS if i == 0 or chance.random() < 0.25 else stages
        lines.append(f"        c[{i}] = {filled(chance.choice(forms), max(i, 1))};")
    for _ in range(chance.randint(2, 5)):
        lines.append(f"        System.out.println({filled(chance.choice(ENDS), count)});")
    if chance.random() < 0.3:
        lines.append(f"        c[{chance.randrange(count)}].obtrudeValue({chance.randint(0, 9)});")
    lines += [f"        for (int i = 0; i < {count}; i++) {{",
              f'            System.out.println("{number} " + i + show(c[i]));', "        }", "    }"]
    return lines


def program(seed, count):
    chance = random.Random(seed)
    lines = [HEAD]
    for number in range(count):
        lines += case(number, chance)
    lines.append("    public static void main(String[] args) {")
    lines += [f"        s{number}();" for number in range(count)]
    return "\n".join(lines) + "\n    }\n}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--braid", required=True)
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = options.build / f"futures_{options.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "Futures.java"
    source.write_text(program(options.seed, options.count), encoding="utf-8")
    subprocess.run(["javac", "-g", "-nowarn", "-d", folder / "classes", source], check=True)
    java = subprocess.run(["java", "-XX:TieredStopAtLevel=1", "-cp", folder / "classes", "Futures"],
                          capture_output=True, text=True, check=True).stdout.splitlines()
    braid = subprocess.run([options.braid, "run", folder / "classes", "--no-races",
                            "--max-steps", "100000000", "--entry", "Futures.main"],
                           capture_output=True, text=True, check=False).stdout.splitlines()
    differ = [i for i, line in enumerate(java) if i >= len(braid) or braid[i] != line]
    if differ:
        at = differ[0]
        print(f"java:  {java[at]}\nbraid: {braid[at] if at < len(braid) else 'its end'}")
    print(f"tests/java/random_futures.py: {options.count} cases, {len(java)} lines, "
          f"{len(differ)} differ")
    sys.exit(1 if differ or not java else 0)


main()
