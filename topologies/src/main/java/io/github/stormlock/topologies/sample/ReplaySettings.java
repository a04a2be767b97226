package io.github.stormlock.topologies.sample;

import io.github.stormlock.topologies.replay.ReplayOptions;
import java.util.List;
import java.util.stream.Stream;

/** The keys of a sample's configuration that {@link ReplayOptions} are read from, each behind the sample's prefix. */
public final class ReplaySettings {

    public static final String SPAN_MAX = "span.max";
    public static final String FAIL_RATE = "fail.rate";

    private ReplaySettings() {}

    /** Returns all keys of a sample: {@code others}, and those of this class behind {@code prefix}. */
    public static List<String> keys(String prefix, String... others) {
        return Stream.concat(Stream.of(others), Stream.of(prefix + SPAN_MAX, prefix + FAIL_RATE))
                .toList();
    }

    /**
     * Returns the options that the keys give.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static ReplayOptions read(SampleSettings settings, String prefix) {
        ReplayOptions defaults = ReplayOptions.DEFAULTS;
        return new ReplayOptions(
                (int) settings.number(prefix + SPAN_MAX, defaults.spanMax(), 1, Integer.MAX_VALUE),
                settings.share(prefix + FAIL_RATE, defaults.replayShare()));
    }
}
