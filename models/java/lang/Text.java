package java.lang;

import braid.Internal;

/** What `String`, `StringBuilder` and `StringBuffer` share. */
final class Text {
    private Text() {
    }

    static void failRange(String what, int begin, int end, int length) {
        throw new StringIndexOutOfBoundsException(what.concat0(String.fromInt(begin))
                .concat0(", end ").concat0(String.fromInt(end))
                .concat0(", length ").concat0(String.fromInt(length)));
    }

    private static void failIndex(String what, int index, int length) {
        throw new StringIndexOutOfBoundsException(what.concat0(String.fromInt(index))
                .concat0(", length ").concat0(String.fromInt(length)));
    }

    static void checkOffsetCount(int offset, int count, int length) {
        if (offset < 0 || count < 0 || offset > length - count) {
            throw new StringIndexOutOfBoundsException("offset ".concat0(String.fromInt(offset))
                    .concat0(", count ").concat0(String.fromInt(count))
                    .concat0(", length ").concat0(String.fromInt(length)));
        }
    }

    /** For parts of arrays and sequences that are appended. */
    static void checkPart(int start, int end, int length) {
        if (start < 0 || start > end || end > length) {
            throw new IndexOutOfBoundsException("start ".concat0(String.fromInt(start))
                    .concat0(", end ").concat0(String.fromInt(end))
                    .concat0(", length ").concat0(String.fromInt(length)));
        }
    }

    static void checkOffset(String text, int offset) {
        if (offset < 0 || offset > text.length()) {
            failIndex("offset ", offset, text.length());
        }
    }

    static char charAt(String text, int index) {
        if (index < 0 || index >= text.length()) {
            failIndex("index ", index, text.length());
        }
        return text.charAt0(index);
    }

    static String substring(String text, int start, int end) {
        if (start < 0 || start > end || end > text.length()) {
            failRange("start ", start, end, text.length());
        }
        return text.substring0(start, end);
    }

    static String setCharAt(String text, int index, char c) {
        int length = text.length();
        if (index < 0 || index >= length) {
            failIndex("index ", index, length);
        }
        return text.substring0(0, index).concat0(String.fromChar(c))
                .concat0(text.substring0(index + 1, length));
    }

    static String deleteCharAt(String text, int index) {
        int length = text.length();
        if (index < 0 || index >= length) {
            failIndex("index ", index, length);
        }
        return text.substring0(0, index).concat0(text.substring0(index + 1, length));
    }

    static String insert(String text, int offset, String inserted) {
        checkOffset(text, offset);
        return text.substring0(0, offset).concat0(inserted)
                .concat0(text.substring0(offset, text.length()));
    }

    /** The text with the part from start to end, which may lie behind its end, replaced. */
    static String replace(String text, int start, int end, String by) {
        int length = text.length();
        int last = end > length ? length : end;
        if (start < 0 || start > last) {
            failRange("start ", start, last, length);
        }
        return text.substring0(0, start).concat0(by).concat0(text.substring0(last, length));
    }

    static String reverse(String text) {
        String reversed = "";
        for (int i = text.length() - 1; i >= 0; i--) {
            reversed = reversed.concat0(String.fromChar(text.charAt0(i)));
        }
        return reversed;
    }

    static String setLength(String text, int length) {
        if (length < 0) {
            throw new StringIndexOutOfBoundsException(length);
        }
        if (length <= text.length()) {
            return text.substring0(0, length);
        }
        String longer = text;
        for (int i = text.length(); i < length; i++) {
            longer = longer.concat0("\0");
        }
        return longer;
    }

    static String format(String format, Object[] arguments) {
        String text = "";
        int next = 0;
        int length = format.length();
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (format.charAt0(i) != '%') {
                continue;
            }
            text = text.concat0(format.substring0(from, i));
            char kind = i + 1 < length ? format.charAt0(i + 1) : ' ';
            if (kind == '%') {
                text = text.concat0("%");
            } else if (kind == 'n') {
                text = text.concat0("\n");
            } else {
                if (arguments == null || next >= arguments.length) {
                    Internal.limit("String.format with too few arguments");
                }
                text = text.concat0(formatOne(kind, arguments[next]));
                next++;
            }
            i++;
            from = i + 1;
        }
        return text.concat0(format.substring0(from, length));
    }

    private static String formatOne(char kind, Object argument) {
        boolean known = kind == 's' && !(argument instanceof java.util.Formattable)
                || kind == 'b' && (argument == null || argument instanceof Boolean)
                || kind == 'c' && argument instanceof Character
                || kind == 'd' && (argument instanceof Integer || argument instanceof Long
                        || argument instanceof Short || argument instanceof Byte);
        if (!known) {
            Internal.limit("String.format with a conversion other than %s, %d, %c and %b");
        }
        return kind == 'b' && argument == null ? "false" : String.valueOf(argument);
    }
}
