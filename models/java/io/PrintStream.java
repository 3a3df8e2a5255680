package java.io;

import braid.Internal;

/** Standard output, and standard error, which nobody reads. There are no others. */
public class PrintStream extends OutputStream {
    /** Whether what is printed is shown. */
    private final boolean shown;

    private PrintStream(boolean shown) {
        this.shown = shown;
    }

    public static PrintStream standard() {
        return new PrintStream(true);
    }

    public static PrintStream dropped() {
        return new PrintStream(false);
    }

    private void show(String text) {
        if (shown) {
            Internal.print(text);
        }
    }

    private void showLine(String text) {
        if (shown) {
            Internal.println(text);
        }
    }

    public void write(int octet) {
        if (octet < 0 || octet > 127) {
            Internal.limit("PrintStream.write of an octet that is no character of ASCII");
        }
        show(String.valueOf((char) octet));
    }

    public void flush() {
    }

    public void close() {
        Internal.limit("PrintStream.close");
    }

    public boolean checkError() {
        return false;
    }

    public void print(boolean value) {
        show(String.valueOf(value));
    }

    public void println(boolean value) {
        showLine(String.valueOf(value));
    }

    public void print(char value) {
        show(String.valueOf(value));
    }

    public void println(char value) {
        showLine(String.valueOf(value));
    }

    public void print(int value) {
        show(String.valueOf(value));
    }

    public void println(int value) {
        showLine(String.valueOf(value));
    }

    public void print(long value) {
        show(String.valueOf(value));
    }

    public void println(long value) {
        showLine(String.valueOf(value));
    }

    public void print(float value) {
        show(String.valueOf(value));
    }

    public void println(float value) {
        showLine(String.valueOf(value));
    }

    public void print(double value) {
        show(String.valueOf(value));
    }

    public void println(double value) {
        showLine(String.valueOf(value));
    }

    public void print(String value) {
        show(String.valueOf(value));
    }

    public void println(String value) {
        showLine(String.valueOf(value));
    }

    public void print(Object value) {
        show(String.valueOf(value));
    }

    public void println(Object value) {
        showLine(String.valueOf(value));
    }

    public void print(char[] text) {
        show(String.valueOf(text));
    }

    public void println(char[] text) {
        showLine(String.valueOf(text));
    }

    public void println() {
        showLine("");
    }

    public PrintStream append(CharSequence text) {
        show(String.valueOf(text));
        return this;
    }

    public PrintStream append(char c) {
        show(String.valueOf(c));
        return this;
    }

    /** See `String.format` for what is modelled. */
    public PrintStream format(String format, Object... arguments) {
        show(String.format(format, arguments));
        return this;
    }

    public PrintStream printf(String format, Object... arguments) {
        return format(format, arguments);
    }
}
