package java.lang;

/** Text that changes, for one thread: each change is a new `String`. */
public final class StringBuilder implements java.io.Serializable, Comparable<StringBuilder>, CharSequence,
        Appendable {
    private String text;

    public StringBuilder() {
        this.text = "";
    }

    public StringBuilder(int capacity) {
        if (capacity < 0) {
            throw new NegativeArraySizeException(String.fromInt(capacity));
        }
        this.text = "";
    }

    public StringBuilder(String text) {
        if (text == null) {
            throw new NullPointerException();
        }
        this.text = text;
    }

    public StringBuilder(CharSequence text) {
        this.text = text.toString();
    }

    // ---------------------------------------------------------------- append

    public StringBuilder append(Object value) {
        text = text.concat0(String.valueOf(value));
        return this;
    }

    public StringBuilder append(String value) {
        text = text.concat0(value == null ? "null" : value);
        return this;
    }

    public StringBuilder append(char[] value) {
        text = text.concat0(String.valueOf(value));
        return this;
    }

    public StringBuilder append(boolean value) {
        text = text.concat0(String.fromBoolean(value));
        return this;
    }

    public StringBuilder append(char value) {
        text = text.concat0(String.fromChar(value));
        return this;
    }

    public StringBuilder append(int value) {
        text = text.concat0(String.fromInt(value));
        return this;
    }

    public StringBuilder append(long value) {
        text = text.concat0(String.fromLong(value));
        return this;
    }

    public StringBuilder append(float value) {
        text = text.concat0(String.fromFloat(value));
        return this;
    }

    public StringBuilder append(double value) {
        text = text.concat0(String.fromDouble(value));
        return this;
    }

    public StringBuilder append(CharSequence value) {
        text = text.concat0(String.valueOf(value));
        return this;
    }

    public StringBuilder append(StringBuffer value) {
        text = text.concat0(String.valueOf(value));
        return this;
    }

    public StringBuilder append(CharSequence value, int start, int end) {
        CharSequence from = value == null ? "null" : value;
        Text.checkPart(start, end, from.length());
        text = text.concat0(from.toString().substring0(start, end));
        return this;
    }

    public StringBuilder append(char[] value, int offset, int count) {
        Text.checkPart(offset, offset + count, value.length);
        text = text.concat0(String.valueOf(value, offset, count));
        return this;
    }

    // ---------------------------------------------------------------- insert and delete

    public StringBuilder insert(int offset, Object value) {
        text = Text.insert(text, offset, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int offset, String value) {
        text = Text.insert(text, offset, value == null ? "null" : value);
        return this;
    }

    public StringBuilder insert(int offset, char[] value) {
        Text.checkOffset(text, offset);
        text = Text.insert(text, offset, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int offset, boolean value) {
        text = Text.insert(text, offset, String.fromBoolean(value));
        return this;
    }

    public StringBuilder insert(int offset, char value) {
        text = Text.insert(text, offset, String.fromChar(value));
        return this;
    }

    public StringBuilder insert(int offset, int value) {
        text = Text.insert(text, offset, String.fromInt(value));
        return this;
    }

    public StringBuilder insert(int offset, long value) {
        text = Text.insert(text, offset, String.fromLong(value));
        return this;
    }

    public StringBuilder insert(int offset, float value) {
        text = Text.insert(text, offset, String.fromFloat(value));
        return this;
    }

    public StringBuilder insert(int offset, double value) {
        text = Text.insert(text, offset, String.fromDouble(value));
        return this;
    }

    public StringBuilder insert(int offset, CharSequence value) {
        text = Text.insert(text, offset, String.valueOf(value));
        return this;
    }

    public StringBuilder delete(int start, int end) {
        text = Text.replace(text, start, end, "");
        return this;
    }

    public StringBuilder deleteCharAt(int index) {
        text = Text.deleteCharAt(text, index);
        return this;
    }

    public StringBuilder replace(int start, int end, String by) {
        text = Text.replace(text, start, end, by);
        return this;
    }

    public StringBuilder reverse() {
        text = Text.reverse(text);
        return this;
    }

    public void setCharAt(int index, char c) {
        text = Text.setCharAt(text, index, c);
    }

    public void setLength(int length) {
        text = Text.setLength(text, length);
    }

    public void ensureCapacity(int capacity) {
    }

    public void trimToSize() {
    }

    // ---------------------------------------------------------------- what it holds

    public int length() {
        return text.length();
    }

    public char charAt(int index) {
        return Text.charAt(text, index);
    }

    public String substring(int start) {
        String now = text;
        return Text.substring(now, start, now.length());
    }

    public String substring(int start, int end) {
        return Text.substring(text, start, end);
    }

    public CharSequence subSequence(int start, int end) {
        return Text.substring(text, start, end);
    }

    public int indexOf(String part) {
        return text.indexOf(part);
    }

    public int indexOf(String part, int from) {
        return text.indexOf(part, from);
    }

    public int lastIndexOf(String part) {
        return text.lastIndexOf(part);
    }

    public int lastIndexOf(String part, int from) {
        return text.lastIndexOf(part, from);
    }

    public int compareTo(StringBuilder other) {
        return text.compareTo(other.toString());
    }

    /** A string of its own each time. */
    public String toString() {
        return new String(text);
    }
}
