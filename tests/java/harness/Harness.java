package harness;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Runs many programs many times in one virtual machine, with assertions on, each time with classes
 * of its own. Prints one line per run: the class, then what left its threads, then its output, as
 * fields separated by tabs, with tabs, newlines and backslashes escaped.
 *
 * <pre>java -ea harness.Harness CLASSES RUNS LIST</pre>
 * CLASSES are folders, with colons between them. LIST is a file with a class name on each line; if a second one follows, exceptions are told by
 * their lines there.
 */
public final class Harness {
    private static final long PATIENCE = 10_000;  // ms, for all threads of a program to end

    private Harness() {
    }

    public static void main(String[] args) throws Exception {
        String[] folders = args[0].split(File.pathSeparator);
        URL[] classes = new URL[folders.length];
        for (int i = 0; i < folders.length; i++) {
            classes[i] = Paths.get(folders[i]).toUri().toURL();
        }
        int runs = Integer.parseInt(args[1]);
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        System.setErr(new PrintStream(new ByteArrayOutputStream()));
        for (String entry : Files.readAllLines(Path.of(args[2]))) {
            String[] names = entry.split(" ");
            for (int i = 0; i < runs; i++) {
                String line = run(classes, names[0], names[names.length - 1]);
                out.println(line);
                if (line.contains("\thangs\t")) {
                    out.flush();
                    Runtime.getRuntime().halt(1);  // its threads would disturb the others
                }
            }
        }
        System.exit(0);
    }

    private static String run(URL[] classes, String name, String told) throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, "UTF-8"));
        List<String> thrown = new ArrayList<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> {
            synchronized (thrown) {
                thrown.add(describe(told, exception));
            }
        });
        try (URLClassLoader loader =
                new URLClassLoader(classes, Harness.class.getClassLoader().getParent())) {
            loader.setDefaultAssertionStatus(true);
            Method main = loader.loadClass(name).getMethod("main", String[].class);
            ThreadGroup group = new ThreadGroup(name);
            new Thread(group, () -> call(main), "main").start();
            boolean ended = awaitAll(group);
            synchronized (thrown) {
                String what = ended ? String.join(",", thrown) : "hangs";
                return name + "\t" + what + "\t" + escape(output.toString(StandardCharsets.UTF_8));
            }
        }
    }

    private static void call(Method main) {
        try {
            main.invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            Harness.<RuntimeException>rethrow(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable e) throws E {
        throw (E) e;
    }

    /** Threads of a ForkJoinPool stay for a while when they have nothing to do. */
    private static boolean isIdle(Thread thread) {
        return thread instanceof ForkJoinWorkerThread
                && ((ForkJoinWorkerThread) thread).getPool().isQuiescent();
    }

    private static int enumerate(ThreadGroup group, Thread[] threads) {
        int found = group.enumerate(threads);
        int count = 0;
        for (int i = 0; i < found; i++) {
            if (!isIdle(threads[i])) {
                threads[count++] = threads[i];
            }
        }
        return count;
    }

    private static boolean awaitAll(ThreadGroup group) throws InterruptedException {
        long deadline = System.currentTimeMillis() + PATIENCE;
        Thread[] threads = new Thread[64];
        for (int count = enumerate(group, threads); count > 0; count = enumerate(group, threads)) {
            for (int i = 0; i < count; i++) {
                boolean stays = threads[i] instanceof ForkJoinWorkerThread;
                threads[i].join(stays ? 1 : Math.max(1, deadline - System.currentTimeMillis()));
            }
            if (System.currentTimeMillis() >= deadline) {
                return false;
            }
        }
        return true;
    }

    /** The class of an exception and the line of the program where it came into being. */
    private static String describe(String program, Throwable exception) {
        for (StackTraceElement frame : exception.getStackTrace()) {
            String place = frame.getClassName();
            if (place.equals(program) || place.startsWith(program + "$")) {
                return exception.getClass().getName() + "@" + frame.getLineNumber();
            }
        }
        return exception.getClass().getName() + "@0";
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n");
    }
}
