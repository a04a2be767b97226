package io.github.stormlock.insight.read;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/** Reads distributions as workers write them, and adds them up. */
public final class Distributions {
    private static final int MOST_CHARACTERS = 32_768;
    private static final int OUTER_HEAD = 8;
    private static final int INNER_HEAD = 40;
    private static final int MOST_PAYLOAD = 1 << 20;
    private static final int MOST_DIGITS = 3;

    private Distributions() {}

    /** Returns a distribution; empty if the text is none, or one that needs much memory. */
    static Optional<Histogram> decode(String base64) {
        if (base64.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            return isSmall(bytes)
                    ? Optional.of(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0))
                    : Optional.empty();
        } catch (DataFormatException | RuntimeException none) {
            // Bytes that somebody else wrote fail anywhere in the decoder.
            return Optional.empty();
        }
    }

    /** Looks at the head of what is compressed: it says how much will be allocated. */
    private static boolean isSmall(byte[] bytes) throws DataFormatException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, OUTER_HEAD, bytes.length - OUTER_HEAD);
            byte[] head = new byte[INNER_HEAD];
            if (inflater.inflate(head) < INNER_HEAD) {
                return false;
            }
            ByteBuffer fields = ByteBuffer.wrap(head);
            int payload = fields.getInt(4);
            int digits = fields.getInt(12);
            return payload >= 0 && payload <= MOST_PAYLOAD && digits >= 0 && digits <= MOST_DIGITS;
        } finally {
            inflater.end();
        }
    }

    /**
     * {@return the sum of distributions; empty if nothing is in them}
     *
     * @param all the distributions
     */
    public static Optional<Histogram> sum(Collection<Histogram> all) {
        Histogram sum = new Histogram(MOST_DIGITS);
        all.forEach(sum::add);
        return sum.getTotalCount() == 0 ? Optional.empty() : Optional.of(sum);
    }
}
