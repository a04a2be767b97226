package io.github.stormlock.benchmarks.work.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The work of one JVM.
 *
 * @param made the number of updates
 * @param computed the number of times that an update was computed, also if its result was not written; 0 if Redis computes
 * @param nanos the latencies of its calls
 * @param topology the figures of its topology; empty if it has none
 */
public record Share(long made, long computed, Histogram nanos, Map<Measure, Double> topology) {
    private static final String BETWEEN = " ";
    private static final String IS = "=";

    /** Creates the share of a JVM without a topology. */
    public Share(long made, long computed, Histogram nanos) {
        this(made, computed, nanos, Map.of());
    }

    /** Returns it as a line for another JVM. */
    String line() {
        ByteBuffer bytes = ByteBuffer.allocate(nanos.getNeededByteBufferCapacity());
        int length = nanos.encodeIntoByteBuffer(bytes);
        String latencies = Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
        StringBuilder line = new StringBuilder(made + BETWEEN + computed + BETWEEN + latencies);
        topology.forEach((figure, value) -> line.append(BETWEEN + figure + IS + value));
        return line.toString();
    }

    /** Reads what {@link #line} returned. */
    static Share of(String line) {
        String[] parts = line.split(BETWEEN, -1);
        byte[] bytes = Base64.getDecoder().decode(parts[2]);
        Histogram nanos = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0);
        Map<Measure, Double> topology = new EnumMap<>(Measure.class);
        for (int i = 3; i < parts.length; i++) {
            String[] figure = parts[i].split(IS, 2);
            topology.put(Measure.valueOf(figure[0]), Double.valueOf(figure[1]));
        }
        return new Share(Long.parseLong(parts[0]), Long.parseLong(parts[1]), nanos, topology);
    }
}
