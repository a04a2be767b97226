package io.github.stormlock.topologies.lines;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Decodes bytes as UTF-8, and shows invalid ones as {@code \xHH}, as Apache httpd writes them. Not thread-safe. */
final class LineText {

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);

    String of(byte[] bytes, int from, int length) {
        StringBuilder text = new StringBuilder(length);
        ByteBuffer in = ByteBuffer.wrap(bytes, from, length);
        CharBuffer out = CharBuffer.allocate(Math.max(1, length));
        while (in.hasRemaining()) {
            decoder.reset();
            CoderResult result = decoder.decode(in, out, true);
            text.append(out.flip());
            out.clear();
            if (result.isError()) {
                escape(in, result.length(), text);
            }
        }
        return text.toString();
    }

    private static void escape(ByteBuffer in, int count, StringBuilder text) {
        for (int i = 0; i < count; i++) {
            int value = in.get() & 0xff;
            text.append("\\x").append(Character.forDigit(value >> 4, 16)).append(Character.forDigit(value & 0xf, 16));
        }
    }
}
