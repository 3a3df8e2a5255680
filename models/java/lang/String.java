package java.lang;

import braid.Internal;

/**
 * Immutable text. The text itself, `value`, is opaque here: natives look into it. Letters are
 * those of ASCII where their case or kind matters; others end the path.
 */
public final class String implements java.io.Serializable, Comparable<String>, CharSequence {
    /** The front end gives the field the type of texts. */
    private final Object value;

    public String() {
        this.value = "".value;
    }

    public String(String original) {
        this.value = original.value;
    }

    public String(char[] characters) {
        this.value = fromChars(characters, 0, characters.length).value;
    }

    public String(char[] characters, int offset, int count) {
        Text.checkOffsetCount(offset, count, characters.length);
        this.value = fromChars(characters, offset, count).value;
    }

    public String(StringBuilder builder) {
        this.value = builder.toString().value;
    }

    public String(StringBuffer buffer) {
        this.value = buffer.toString().value;
    }

    // ---------------------------------------------------------------- natives

    public native int length();

    /** The character at an index that is within the text. */
    native char charAt0(int index);

    /** From begin to before end: 0 <= begin <= end <= length. */
    native String substring0(int begin, int end);

    /** This text followed by another, which is not null. */
    native String concat0(String other);

    /** Whether two texts, of which neither is null, are the same. */
    native boolean equals0(String other);

    static native String fromInt(int value);

    static native String fromLong(long value);

    static native String fromChar(char value);

    static native String fromBoolean(boolean value);

    static native String fromFloat(float value);

    static native String fromDouble(double value);

    /** The object of the literal with this text. */
    public native String intern();

    // ---------------------------------------------------------------- characters and parts

    private static String fromChars(char[] characters, int offset, int count) {
        String text = "";
        for (int i = offset; i < offset + count; i++) {
            text = text.concat0(fromChar(characters[i]));
        }
        return text;
    }

    public boolean isEmpty() {
        return length() == 0;
    }

    public char charAt(int index) {
        if (index < 0 || index >= length()) {
            throw new StringIndexOutOfBoundsException(index);
        }
        return charAt0(index);
    }

    public String substring(int begin) {
        return substring(begin, length());
    }

    public String substring(int begin, int end) {
        int length = length();
        if (begin < 0 || begin > end || end > length) {
            Text.failRange("begin ", begin, end, length);
        }
        return begin == 0 && end == length ? this : substring0(begin, end);
    }

    public CharSequence subSequence(int begin, int end) {
        return substring(begin, end);
    }

    public char[] toCharArray() {
        int length = length();
        char[] characters = new char[length];
        for (int i = 0; i < length; i++) {
            characters[i] = charAt0(i);
        }
        return characters;
    }

    public void getChars(int begin, int end, char[] target, int to) {
        if (begin < 0 || begin > end || end > length()) {
            Text.failRange("begin ", begin, end, length());
        }
        Text.checkOffsetCount(to, end - begin, target.length);
        for (int i = begin; i < end; i++) {
            target[to + i - begin] = charAt0(i);
        }
    }

    // ---------------------------------------------------------------- comparison

    public boolean equals(Object other) {
        return this == other || other instanceof String && equals0((String) other);
    }

    public boolean contentEquals(CharSequence text) {
        return equals0(text.toString());
    }

    public int hashCode() {
        int length = length();
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + charAt0(i);
        }
        return hash;
    }

    public int compareTo(String other) {
        int length = length();
        int otherLength = other.length();
        for (int i = 0; i < length && i < otherLength; i++) {
            int difference = charAt0(i) - other.charAt0(i);
            if (difference != 0) {
                return difference;
            }
        }
        return length - otherLength;
    }

    public boolean equalsIgnoreCase(String other) {
        return other != null && length() == other.length() && compareToIgnoreCase(other) == 0;
    }

    public int compareToIgnoreCase(String other) {
        int length = length();
        int otherLength = other.length();
        for (int i = 0; i < length && i < otherLength; i++) {
            char a = charAt0(i);
            char b = other.charAt0(i);
            if (a != b) {
                int difference = Character.toLowerCase(a) - Character.toLowerCase(b);
                if (difference != 0) {
                    return difference;
                }
            }
        }
        return length - otherLength;
    }

    public boolean startsWith(String prefix) {
        return startsWith(prefix, 0);
    }

    public boolean startsWith(String prefix, int offset) {
        if (offset < 0) {
            return false;
        }
        int length = prefix.length();
        return offset <= length() - length && substring0(offset, offset + length).equals0(prefix);
    }

    public boolean endsWith(String suffix) {
        return startsWith(suffix, length() - suffix.length());
    }

    // ---------------------------------------------------------------- search

    public int indexOf(int character) {
        return indexOf(character, 0);
    }

    public int indexOf(int character, int from) {
        int length = length();
        for (int i = from < 0 ? 0 : from; i < length; i++) {
            if (charAt0(i) == character) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(int character) {
        return lastIndexOf(character, length() - 1);
    }

    public int lastIndexOf(int character, int from) {
        int last = length() - 1;
        for (int i = from < last ? from : last; i >= 0; i--) {
            if (charAt0(i) == character) {
                return i;
            }
        }
        return -1;
    }

    public int indexOf(String text) {
        return indexOf(text, 0);
    }

    public int indexOf(String text, int from) {
        int last = length() - text.length();
        int first = from < 0 ? 0 : from;
        if (first > last && text.length() == 0) {
            return length();
        }
        for (int i = first; i <= last; i++) {
            if (startsWith(text, i)) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(String text) {
        return lastIndexOf(text, length());
    }

    public int lastIndexOf(String text, int from) {
        int last = length() - text.length();
        for (int i = from < last ? from : last; i >= 0; i--) {
            if (startsWith(text, i)) {
                return i;
            }
        }
        return -1;
    }

    public boolean contains(CharSequence text) {
        return indexOf(text.toString()) >= 0;
    }

    // ---------------------------------------------------------------- other texts

    public String concat(String other) {
        return other.length() == 0 ? this : concat0(other);
    }

    public String replace(char old, char replacement) {
        if (old == replacement || indexOf(old) < 0) {
            return this;
        }
        int length = length();
        String text = "";
        for (int i = 0; i < length; i++) {
            char c = charAt0(i);
            text = text.concat0(fromChar(c == old ? replacement : c));
        }
        return text;
    }

    public String replace(CharSequence old, CharSequence replacement) {
        String pattern = old.toString();
        String by = replacement.toString();
        if (pattern.length() == 0) {
            Internal.limit("String.replace of the empty text");
        }
        String text = "";
        int from = 0;
        int found = indexOf(pattern, 0);
        if (found < 0) {
            return this;
        }
        while (found >= 0) {
            text = text.concat0(substring0(from, found)).concat0(by);
            from = found + pattern.length();
            found = indexOf(pattern, from);
        }
        return text.concat0(substring0(from, length()));
    }

    public String toUpperCase() {
        int length = length();
        String text = "";
        boolean changed = false;
        for (int i = 0; i < length; i++) {
            char c = charAt0(i);
            char upper = Character.toUpperCase(c);
            changed |= upper != c;
            text = text.concat0(fromChar(upper));
        }
        return changed ? text : this;
    }

    public String toLowerCase() {
        int length = length();
        String text = "";
        boolean changed = false;
        for (int i = 0; i < length; i++) {
            char c = charAt0(i);
            char lower = Character.toLowerCase(c);
            changed |= lower != c;
            text = text.concat0(fromChar(lower));
        }
        return changed ? text : this;
    }

    public String trim() {
        int begin = 0;
        int end = length();
        while (begin < end && charAt0(begin) <= ' ') {
            begin++;
        }
        while (begin < end && charAt0(end - 1) <= ' ') {
            end--;
        }
        return substring(begin, end);
    }

    public String strip() {
        int begin = 0;
        int end = length();
        while (begin < end && Character.isWhitespace(charAt0(begin))) {
            begin++;
        }
        while (begin < end && Character.isWhitespace(charAt0(end - 1))) {
            end--;
        }
        return substring(begin, end);
    }

    public boolean isBlank() {
        int length = length();
        for (int i = 0; i < length; i++) {
            if (!Character.isWhitespace(charAt0(i))) {
                return false;
            }
        }
        return true;
    }

    public String repeat(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count is negative: ".concat0(fromInt(count)));
        }
        if (count == 1) {
            return this;
        }
        String text = "";
        for (int i = 0; i < count; i++) {
            text = text.concat0(this);
        }
        return text;
    }

    public String toString() {
        return this;
    }

    public static String join(CharSequence delimiter, CharSequence... elements) {
        String between = delimiter.toString();
        String text = "";
        for (int i = 0; i < elements.length; i++) {
            text = (i == 0 ? text : text.concat0(between)).concat0(valueOf(elements[i]));
        }
        return text;
    }

    public static String join(CharSequence delimiter, Iterable<? extends CharSequence> elements) {
        String between = delimiter.toString();
        String text = null;
        for (CharSequence element : elements) {
            String next = valueOf(element);
            text = text == null ? next : text.concat0(between).concat0(next);
        }
        return text == null ? "" : text;
    }

    /** Only %s, %d, %c, %b, %n and %%, without flags and widths. */
    public static String format(String format, Object... arguments) {
        return Text.format(format, arguments);
    }

    public String formatted(Object... arguments) {
        return Text.format(this, arguments);
    }

    // ---------------------------------------------------------------- texts of values

    public static String valueOf(Object object) {
        return object == null ? "null" : object.toString();
    }

    public static String valueOf(char[] characters) {
        return fromChars(characters, 0, characters.length);
    }

    public static String valueOf(char[] characters, int offset, int count) {
        return new String(characters, offset, count);
    }

    public static String copyValueOf(char[] characters) {
        return fromChars(characters, 0, characters.length);
    }

    public static String valueOf(boolean value) {
        return fromBoolean(value);
    }

    public static String valueOf(char value) {
        return fromChar(value);
    }

    public static String valueOf(int value) {
        return fromInt(value);
    }

    public static String valueOf(long value) {
        return fromLong(value);
    }

    public static String valueOf(float value) {
        return fromFloat(value);
    }

    public static String valueOf(double value) {
        return fromDouble(value);
    }
}
