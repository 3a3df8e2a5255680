package java.lang;

/** Text that changes, for several threads: its methods are synchronised. */
public final class StringBuffer implements java.io.Serializable, Comparable<StringBuffer>, CharSequence,
        Appendable {
    private String text;

    public StringBuffer() {
        this.text = "";
    }

    public StringBuffer(int capacity) {
        if (capacity < 0) {
            throw new NegativeArraySizeException(String.fromInt(capacity));
        }
        this.text = "";
    }

    public StringBuffer(String text) {
        if (text == null) {
            throw new NullPointerException();
        }
        this.text = text;
    }

    public StringBuffer(CharSequence text) {
        this.text = text.toString();
    }

    // ---------------------------------------------------------------- append

    public synchronized StringBuffer append(Object value) {
        text = text.concat0(String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer append(String value) {
        text = text.concat0(value == null ? "null" : value);
        return this;
    }

    public synchronized StringBuffer append(char[] value) {
        text = text.concat0(String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer append(boolean value) {
        text = text.concat0(String.fromBoolean(value));
        return this;
    }

    public synchronized StringBuffer append(char value) {
        text = text.concat0(String.fromChar(value));
        return this;
    }

    public synchronized StringBuffer append(int value) {
        text = text.concat0(String.fromInt(value));
        return this;
    }

    public synchronized StringBuffer append(long value) {
        text = text.concat0(String.fromLong(value));
        return this;
    }

    public synchronized StringBuffer append(float value) {
        text = text.concat0(String.fromFloat(value));
        return this;
    }

    public synchronized StringBuffer append(double value) {
        text = text.concat0(String.fromDouble(value));
        return this;
    }

    public synchronized StringBuffer append(CharSequence value) {
        text = text.concat0(String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer append(StringBuffer value) {
        text = text.concat0(String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer append(CharSequence value, int start, int end) {
        CharSequence from = value == null ? "null" : value;
        Text.checkPart(start, end, from.length());
        text = text.concat0(from.toString().substring0(start, end));
        return this;
    }

    public synchronized StringBuffer append(char[] value, int offset, int count) {
        Text.checkPart(offset, offset + count, value.length);
        text = text.concat0(String.valueOf(value, offset, count));
        return this;
    }

    // ---------------------------------------------------------------- insert and delete

    public synchronized StringBuffer insert(int offset, Object value) {
        text = Text.insert(text, offset, String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer insert(int offset, String value) {
        text = Text.insert(text, offset, value == null ? "null" : value);
        return this;
    }

    public synchronized StringBuffer insert(int offset, char[] value) {
        Text.checkOffset(text, offset);
        text = Text.insert(text, offset, String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer insert(int offset, boolean value) {
        text = Text.insert(text, offset, String.fromBoolean(value));
        return this;
    }

    public synchronized StringBuffer insert(int offset, char value) {
        text = Text.insert(text, offset, String.fromChar(value));
        return this;
    }

    public synchronized StringBuffer insert(int offset, int value) {
        text = Text.insert(text, offset, String.fromInt(value));
        return this;
    }

    public synchronized StringBuffer insert(int offset, long value) {
        text = Text.insert(text, offset, String.fromLong(value));
        return this;
    }

    public synchronized StringBuffer insert(int offset, float value) {
        text = Text.insert(text, offset, String.fromFloat(value));
        return this;
    }

    public synchronized StringBuffer insert(int offset, double value) {
        text = Text.insert(text, offset, String.fromDouble(value));
        return this;
    }

    public synchronized StringBuffer insert(int offset, CharSequence value) {
        text = Text.insert(text, offset, String.valueOf(value));
        return this;
    }

    public synchronized StringBuffer delete(int start, int end) {
        text = Text.replace(text, start, end, "");
        return this;
    }

    public synchronized StringBuffer deleteCharAt(int index) {
        text = Text.deleteCharAt(text, index);
        return this;
    }

    public synchronized StringBuffer replace(int start, int end, String by) {
        text = Text.replace(text, start, end, by);
        return this;
    }

    public synchronized StringBuffer reverse() {
        text = Text.reverse(text);
        return this;
    }

    public synchronized void setCharAt(int index, char c) {
        text = Text.setCharAt(text, index, c);
    }

    public synchronized void setLength(int length) {
        text = Text.setLength(text, length);
    }

    public void ensureCapacity(int capacity) {
    }

    public void trimToSize() {
    }

    // ---------------------------------------------------------------- what it holds

    public synchronized int length() {
        return text.length();
    }

    public synchronized char charAt(int index) {
        return Text.charAt(text, index);
    }

    public synchronized String substring(int start) {
        String now = text;
        return Text.substring(now, start, now.length());
    }

    public synchronized String substring(int start, int end) {
        return Text.substring(text, start, end);
    }

    public synchronized CharSequence subSequence(int start, int end) {
        return Text.substring(text, start, end);
    }

    public synchronized int indexOf(String part) {
        return text.indexOf(part);
    }

    public synchronized int indexOf(String part, int from) {
        return text.indexOf(part, from);
    }

    public synchronized int lastIndexOf(String part) {
        return text.lastIndexOf(part);
    }

    public synchronized int lastIndexOf(String part, int from) {
        return text.lastIndexOf(part, from);
    }

    public synchronized int compareTo(StringBuffer other) {
        return text.compareTo(other.toString());
    }

    /** A string of its own each time. */
    public synchronized String toString() {
        return new String(text);
    }
}
