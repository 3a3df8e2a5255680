"""Random small Java programs with threads whose executions all end.

Shared data is volatile, or guarded by one lock each, so that programs are free of data races and
what the JVM does is sequentially consistent; locks are nested in one order, and who waits is woken
up for sure. A *racy* program leaves a lock out once, one that *may deadlock* takes locks in the
wrong order or waits without looking; those are for comparing engines only.

Some programs interrupt their threads, which then wait again.

A program that *may fail* throws an exception that leaves a thread; it is compared between engines,
too.

A program is a class with a static method `run`, which starts threads, joins them and returns a
number that depends on everything they computed. Its nested classes have initialisers of all kinds:
that run early, that see when they run, that write to objects of others, that may fail.
"""

FRAME = """public class {name} {{
    static final class Cell {{
        private int value;

        synchronized void add(int n) {{
            value += n;
        }}

        synchronized int swap(int n) {{
            int old = value;
            value = n;
            return old;
        }}

        synchronized int checked(int limit) {{
            if (value > limit) {{
                throw new IllegalStateException("large");
            }}
            return ++value;
        }}
    }}

    static class Base {{
        static volatile int made = 3;
    }}

    static final class Late extends Base {{
        static volatile int seen = v0 * 2 + made;

        static {{
            v1 += 2;
        }}

        static synchronized int next() {{
            return ++seen;
        }}
    }}

    static final class Fragile {{
        static volatile int value = 12 / (v1 - 1);
    }}

    static final class Table {{
        static final byte[] SMALL = {{1, -1, 127}};
        static final char LETTER = (char) (SMALL.length + 'a');
        static volatile short last = (short) (LETTER * 700);
    }}

    static final class Box {{
        volatile int n;
        final int[] cells = new int[2];
    }}

    static final class Shared {{
        static final Box BOX = new Box();
    }}

    static final class Mark {{
        final Box box;

        Mark(Box box) {{
            this.box = box;
            box.n = {mark};
        }}
    }}

    static final class Marks {{
        static final Mark MARK = new Mark(Shared.BOX);

        static int one() {{
            return MARK.box.cells.length;
        }}
    }}

    static final class Worker extends Thread {{
        private final int number;
        private long result;

        Worker(int number) {{
            this.number = number;
        }}

        @Override
        public void run() {{
            perform(number);
            result = number + 1;
        }}
    }}

    static final Object L0 = new Object();
    static final Object L1 = new Object();
    static final java.util.concurrent.locks.ReentrantLock L2 =
            new java.util.concurrent.locks.ReentrantLock();
    static final Cell CELL = new Cell();
    static volatile int v0;
    static volatile int v1 = 1;
    static volatile long w = 5L;
    static volatile byte b = 120;
    static volatile char c = 65533;
    static volatile RuntimeException failure;
    static int g0;  // guarded by L0
    static short s0 = -3;  // guarded by L0
    static final int[] array = new int[2];  // guarded by L0
    static long g1 = 7;  // guarded by L1
    static boolean flag;  // guarded by L1
    static int g2;  // guarded by L2
    static final long[] results = new long[{slots}];  // one for each thread
{threads}
    static void perform(int number) {{
        switch (number) {{
{cases}
            default:
                throw new AssertionError();
        }}
    }}

    static long run() throws InterruptedException {{
{body}
        long code = v0 * 31 + v1;
        code = code * 31 + w;
        code = code * 31 + g0;
        code = code * 31 + g1;
        code = code * 31 + g2;
        code = code * 31 + array[0] * 7 + array[1];
        code = code * 31 + CELL.swap(0);
        code = code * 31 + b * 7 + c + s0;
        code = code * 31 + Shared.BOX.n;
        code += failure == null ? 0 : failure instanceof IllegalStateException ? 11 : 13;
        for (int i = 0; i < results.length; i++) {{
            code = code * 1000003 + results[i];
        }}
        return code;
    }}

    public static void main(String[] args) throws InterruptedException {{
        System.out.println(run());
    }}
}}
"""

THREAD = """
    static void thread{number}() {{
        int t = {number};
        long l = {number};
{statements}
        results[{number}] = t * 65599L + l;
    }}
"""

CASE = """            case {number}:
                thread{number}();
                break;"""


class Generator:
    def __init__(self, chance):
        self.chance = chance
        self.racy = self.may_deadlock = self.may_fail = self.interrupts = False

    def pick(self, options):
        return self.chance.choice(options)

    def program(self, name):
        """The text of a program; sets what kind it is."""
        roll = self.chance.random()
        self.racy = roll < 0.15
        self.may_deadlock = 0.15 <= roll < 0.27
        self.may_fail = 0.27 <= roll < 0.33
        self.interrupts = 0.33 <= roll < 0.45
        count = self.pick((2, 2, 2, 3))
        statements = {2: 3, 3: 2}[count]
        bodies = [[self.statement() for _ in range(self.chance.randint(1, statements))]
                  for _ in range(count)]
        if self.interrupts or self.chance.random() < 0.3:
            self.hand_over(bodies)
        if self.racy:
            self.pick(bodies).append(self.pick((["g0++;"], ["t += (int) g1;"],
                                                ["array[t & 1] = 3;"])))
        if self.may_fail:
            self.pick(bodies).append(self.fails(self.pick(("v0 > 0", "v1 != 1", "t > 3"))))
        elif self.chance.random() < 0.3:
            self.caught_later(self.pick(bodies))
        threads = "".join(THREAD.format(number=number, statements=self.indent(sum(body, [])))
                          for number, body in enumerate(bodies))
        cases = "\n".join(CASE.format(number=number) for number in range(count))
        return FRAME.format(name=name, slots=count, threads=threads, cases=cases,
                            mark=self.chance.randint(1, 9),
                            body=self.indent(self.main(name, count)))

    def indent(self, lines, depth=2):
        return "\n".join("    " * depth + line for line in lines)

    def hand_over(self, bodies):
        """One thread sets a flag, and another waits for it."""
        giver, taker = self.chance.sample(range(len(bodies)), 2)
        body = bodies[giver]
        body.insert(self.chance.randint(0, len(body)),
                    ["synchronized (L1) {", "    flag = true;",
                     f"    g1 += {self.chance.randint(1, 9)};",
                     f"    L1.{self.pick(('notify', 'notifyAll'))}();", "}"])
        caught = "t += 1000;" if self.interrupts else "throw new IllegalStateException(e);"
        wait = ["try {", "    L1.wait();", "} catch (InterruptedException e) {",
                f"    {caught}", "}"]
        lost = self.may_deadlock and self.chance.random() < 0.5
        loop = wait if lost else ["while (!flag) {", *["    " + line for line in wait], "}"]
        bodies[taker].insert(self.chance.randint(0, len(bodies[taker])),
                             ["synchronized (L1) {", *["    " + line for line in loop],
                              "    l ^= g1;", "}"])

    def fails(self, condition):
        return [f"if ({condition}) {{", '    throw new IllegalStateException("here");', "}"]

    def caught_later(self, body):
        """What a thread throws is kept for the main thread."""
        lines = sum(body, []) + self.fails(self.pick(("v0 > 1", "v1 != 1", "(t & 1) == 1")))
        body[:] = [["try {", *["    " + line for line in lines],
                    "} catch (ArithmeticException | IllegalStateException e) {",
                    "    failure = e;", "}"]]

    def main(self, name, count):
        own = self.chance.random() < 0.4  # main runs the last one itself
        started = count - 1 if own else count
        before = [f"v1 = {self.chance.randint(2, 5)};"] if self.chance.random() < 0.2 else []
        inside = [f"thread{count - 1}();"] if own else []
        ways = (self.by_name,) if self.interrupts else (self.by_name, self.in_array, self.workers)
        return self.pick(ways)(name, started, before, inside)

    def by_name(self, name, started, before, inside):
        lines = []
        for number in range(started):
            task = self.pick((f"{name}::thread{number}", f"() -> thread{number}()"))
            lines.append(f"Thread thread{number} = new Thread({task});")
        lines += before
        lines += [f"thread{number}.start();" for number in range(started)]
        if self.interrupts:
            lines += [f"thread{number}.interrupt();" for number in range(started)]
        lines += inside
        return lines + [f"thread{number}.join();" for number in range(started)]

    def in_array(self, _, started, before, inside):
        return [f"Thread[] threads = new Thread[{started}];",
                "for (int i = 0; i < threads.length; i++) {", "    int number = i;",
                "    threads[i] = new Thread(() -> perform(number));", "}", *before,
                "for (Thread thread : threads) {", "    thread.start();", "}", *inside,
                "for (Thread thread : threads) {", "    thread.join();", "}"]

    def workers(self, _, started, before, inside):
        lines = [f"Worker[] workers = new Worker[{started}];",
                 "for (int i = 0; i < workers.length; i++) {",
                 "    workers[i] = new Worker(i);", "}", *before]
        lines += ["for (Worker worker : workers) {", "    worker.start();", "}", *inside]
        return lines + ["for (Worker worker : workers) {", "    worker.join();",
                        "    v0 += worker.isAlive() ? 100 : (int) worker.result;", "}"]

    # ---------------------------------------------------------------- statements, as lines

    def statement(self, depth=1):
        kinds = [self.volatile, self.volatile, self.locked, self.locked, self.cell, self.local,
                 self.division, self.bounds, self.checked, self.narrow, self.initialiser,
                 self.initialiser]
        if depth > 0:
            kinds += [self.branch, self.loop, self.nested, self.finally_]
        if self.chance.random() < 0.03:
            return self.timed_wait()
        if self.chance.random() < 0.15:
            return self.tried()
        return self.pick(kinds)(depth)

    def small(self):
        return self.chance.randint(-2, 5)

    def value(self):
        return self.pick((str(self.small()), "t", "v0", "v1", "(int) l", "(int) w",
                          f"t * {self.chance.randint(2, 40)}", "(t ^ v1)", "(t << 3)"))

    def volatile(self, _):
        return [self.pick((f"v0 = {self.value()};", f"v1 = {self.value()};", f"v0 += {self.small()};",
                           "v1++;", f"w = w * 3 + {self.value()};", "t += v0;", "t = t * 7 - v1;",
                           "l += w;", "w <<= 1;"))]

    def narrow(self, _):
        return [self.pick((f"b += {self.value()};", "b++;", f"c -= {self.value()};", "c <<= 1;",
                           "t += b;", "t ^= c;", f"b = (byte) ({self.value()});", "c++;",
                           "Table.last *= 3;", "t += Table.SMALL[2] - Table.LETTER;",
                           "l += Table.last >>> 2;"))]

    def initialiser(self, _):
        if self.chance.random() < 0.25:
            return ["try {", "    t += Fragile.value;", "} catch (ExceptionInInitializerError e) {",
                    "    t += 500;", "} catch (NoClassDefFoundError e) {", "    t -= 700;", "}"]
        return [self.pick(("t += Late.next();", "t += Base.made;", "l ^= Late.seen;",
                           "t += Shared.BOX.n;", "t += Marks.one();", "Shared.BOX.n++;",
                           "l += Marks.MARK.box.n;"))]

    def local(self, _):
        return [self.pick((f"t = t * {self.chance.randint(3, 99)} + {self.value()};",
                           f"l = (l << {self.chance.randint(1, 70)}) ^ {self.value()};",
                           "l = l * 1000000007L + t;", f"t >>>= {self.chance.randint(0, 33)};",
                           "t = (byte) (t + 100);", "t += (char) v0;", "l -= (short) l;"))]

    def under_l0(self):
        return self.pick((f"g0 += {self.value()};", f"g0 = {self.value()};", "t += g0;",
                          f"array[{self.chance.randint(0, 1)}] += {self.value()};",
                          "array[0] = array[1] + 1;", "t ^= array[t & 1];", "s0 += g0;",
                          "s0 = (short) (s0 * 5000);", "t += s0;"))

    def under_l1(self):
        return self.pick((f"g1 = g1 * 3 + {self.value()};", f"g1 -= {self.value()};", "l += g1;",
                          "g1 = -g1;"))

    def locked(self, _):
        if self.chance.random() < 0.6:
            body = [self.under_l0() for _ in range(self.chance.randint(1, 2))]
            return ["synchronized (L0) {", *["    " + line for line in body], "}"]
        return ["synchronized (L1) {", "    " + self.under_l1(), "}"]

    def tried(self):
        """A lock of the library, which some wait for and others only try to get."""
        body = ["try {", f"    {self.pick(('g2++', 'g2 = g2 * 5 + t', 't += g2'))};",
                "} finally {", "    L2.unlock();", "}"]
        if self.chance.random() < 0.5:
            return ["L2.lock();", *body]
        return ["if (L2.tryLock()) {", *["    " + line for line in body], "} else {",
                f"    {self.pick(('t += 10', 'v0--', 'v1 = t'))};", "}"]

    def nested(self, _):
        first, second = ("L1", "L0") if self.may_deadlock and self.chance.random() < 0.6 else \
            ("L0", "L1")
        return [f"synchronized ({first}) {{", f"    synchronized ({second}) {{",
                "        " + self.under_l0(), "        " + self.under_l1(), "    }", "}"]

    def cell(self, _):
        return [self.pick((f"CELL.add({self.value()});", f"t += CELL.swap({self.value()});"))]

    def checked(self, _):
        return ["try {", f"    t += CELL.checked({self.chance.randint(0, 3)});",
                "} catch (IllegalStateException e) {", "    t = -t;", "}"]

    def division(self, _):
        return ["try {", f"    t += 100 / ({self.pick(('v0', 'v1', 't'))} - {self.chance.randint(0, 2)});",
                "} catch (ArithmeticException e) {", "    t += 1000;", "}"]

    def bounds(self, _):
        return ["try {", "    synchronized (L0) {", f"        array[{self.pick(('v0', 'v1', 'g0'))}]++;",
                "        g0++;", "    }", "} catch (ArrayIndexOutOfBoundsException e) {", "    l++;", "}"]

    def branch(self, depth):
        condition = self.pick((f"v0 == {self.small()}", f"v1 > {self.small()}", "(t & 1) == 0",
                               f"w < {self.chance.randint(4, 9)}", "CELL.swap(2) == 0"))
        lines = [f"if ({condition}) {{", *["    " + line for line in self.statement(depth - 1)]]
        if self.chance.random() < 0.5:
            lines += ["} else {", *["    " + line for line in self.statement(depth - 1)]]
        return [*lines, "}"]

    def loop(self, depth):
        return ["for (int i = 0; i < 2; i++) {",
                *["    " + line for line in self.statement(depth - 1)], "}"]

    def finally_(self, depth):
        return ["try {", *["    " + line for line in self.statement(depth - 1)],
                "    if (v1 == 2) {", "        throw new IllegalArgumentException();", "    }",
                "} catch (IllegalArgumentException e) {", "    l = 77;", "} finally {",
                "    " + self.local(0)[0], "}"]

    def timed_wait(self):
        caught = "t += 2000;" if self.interrupts else "throw new IllegalStateException(e);"
        return ["synchronized (L0) {", "    try {", "        L0.wait(1);",
                "    } catch (InterruptedException e) {",
                f"        {caught}", "    }", "    t += g0;", "}"]
