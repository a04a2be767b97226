package io.github.stormlock.benchmarks.work.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.HdrHistogram.Histogram;

/**
 * The work of one JVM.
 *
 * @param made the number of updates
 * @param computed the number of times that an update was computed, also if its result was not written; 0 if Redis computes
 * @param nanos the latencies of its calls
 */
public record Share(long made, long computed, Histogram nanos) {
    private static final String BETWEEN = " ";

    /** Returns it as a line for another JVM. */
    String line() {
        ByteBuffer bytes = ByteBuffer.allocate(nanos.getNeededByteBufferCapacity());
        int length = nanos.encodeIntoByteBuffer(bytes);
        String latencies = Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
        return made + BETWEEN + computed + BETWEEN + latencies;
    }

    /** Reads what {@link #line} returned. */
    static Share of(String line) {
        String[] parts = line.split(BETWEEN, 3);
        byte[] bytes = Base64.getDecoder().decode(parts[2]);
        Histogram nanos = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0);
        return new Share(Long.parseLong(parts[0]), Long.parseLong(parts[1]), nanos);
    }
}
