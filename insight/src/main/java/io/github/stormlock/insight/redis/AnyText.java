package io.github.stormlock.insight.redis;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Text of any bytes, since a key need not be UTF-8. A byte that is none becomes a lone surrogate, {@code U+DC80} to
 * {@code U+DCFF}, which no UTF-8 has, and is the same byte again.
 */
public final class AnyText {
    private static final int ESCAPES = 0xDC00;
    private static final Pattern LONE = Pattern.compile("\\p{Cs}");
    private static final Pattern ESCAPED = Pattern.compile("\\\\u(dc[0-9a-f]{2})");

    private AnyText() {}

    static String of(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        while (result.isError()) {
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (ESCAPES + (in.get() & 0xFF)));
            }
            result = decoder.decode(in, out, true);
        }
        return out.flip().toString();
    }

    /**
     * {@return the text with bytes that are no UTF-8 written as {@code \udcff}} JSON has the same escape.
     *
     * @param text any text
     */
    public static String escaped(String text) {
        return LONE.matcher(text)
                .replaceAll(found -> String.format(
                        Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
    }

    /**
     * {@return the text that was written with such escapes}
     *
     * @param text any text
     */
    public static String unescaped(String text) {
        return of(bytes(
                ESCAPED.matcher(text).replaceAll(found -> Character.toString(Integer.parseInt(found.group(1), 16)))));
    }

    /**
     * {@return the bytes of a text}
     *
     * @param text any text
     */
    public static byte[] bytes(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        text.codePoints().forEach(c -> {
            if (Character.getType(c) == Character.SURROGATE) {
                bytes.write(c - ESCAPES);
            } else {
                bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        });
        return bytes.toByteArray();
    }
}
