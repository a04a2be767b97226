package io.github.stormlock.entry.internal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Converts between bytes and text without a loss. Every byte that is no part of valid UTF-8 is shown as one char from
 * U+DC80 to U+DCFF, and is written back as that byte. So two different byte sequences are always two different strings,
 * and two different strings that {@link #check} accepts are two different byte sequences.
 */
public final class Utf8 {

    private static final char REPLACEMENT = '\uFFFD';
    private static final int ESCAPE = 0xDC00;

    private Utf8() {}

    public static String decode(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : decodeEscaping(bytes);
    }

    /** Returns the bytes of a text that {@link #decode} made or {@link #check} accepted. */
    public static byte[] encode(String text) {
        return firstSurrogate(text) < 0 ? text.getBytes(StandardCharsets.UTF_8) : encodeEscaping(text);
    }

    /**
     * Returns the text, or refuses one that has no bytes of its own. So it is refused where the update sets it, and not
     * later when it is written.
     *
     * @param parameter the name of the text in the message
     * @throws NullPointerException if the text is {@code null}
     * @throws IllegalArgumentException if the text has half of a surrogate pair that {@link #decode} never makes
     */
    public static String check(String text, String parameter) {
        if (text == null) {
            throw new NullPointerException(parameter + " must not be null");
        }
        int first = firstSurrogate(text);
        if (first >= 0 && !decode(encodeEscaping(text)).equals(text)) {
            throw new IllegalArgumentException(parameter + " is not valid Unicode text: it holds half of a surrogate"
                    + " pair, at index " + first + " or later");
        }
        return text;
    }

    private static int firstSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    private static String decodeEscaping(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        while (decoder.decode(in, out, true).isError()) {
            // Only one byte is escaped at a time: the bytes behind a bad first byte may be good again.
            out.put((char) (ESCAPE | (in.get() & 0xFF)));
            decoder.reset();
        }
        return out.flip().toString();
    }

    private static byte[] encodeEscaping(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length() + 8);
        int plain = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (c >= ESCAPE + 0x80 && c <= ESCAPE + 0xFF) {
                out.writeBytes(text.substring(plain, i).getBytes(StandardCharsets.UTF_8));
                out.write(c);
                plain = i + 1;
            }
        }
        out.writeBytes(text.substring(plain).getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }
}
