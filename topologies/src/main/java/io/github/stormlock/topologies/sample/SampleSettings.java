package io.github.stormlock.topologies.sample;

import io.github.stormlock.topologies.replay.ReplayOptions;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The keys of one sample in a topology configuration. Each error names the key, the value, and the values allowed. */
public final class SampleSettings {
    public static final String SPAN_MAX = "span.max";
    public static final String FAIL_RATE = "fail.rate";

    private final Map<String, Object> conf;
    private final Set<String> known = new TreeSet<>();

    private SampleSettings(Map<String, Object> conf) {
        this.conf = conf;
    }

    /**
     * Returns the options that are made of the keys that begin with {@code prefix}.
     *
     * @param options asks for all of these keys, whatever their values are
     * @throws IllegalArgumentException if there is a key that is not asked for
     */
    public static <O> O read(Map<String, Object> conf, String prefix, Function<SampleSettings, O> options) {
        SampleSettings settings = new SampleSettings(conf);
        O made = options.apply(settings);
        for (String key : conf.keySet()) {
            if (key.startsWith(prefix) && !settings.known.contains(key)) {
                throw new IllegalArgumentException(
                        key + " is no setting; those that begin with " + prefix + " are " + settings.known);
            }
        }
        return made;
    }

    /**
     * Returns the options of the spout's replays.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public ReplayOptions replay(String prefix) {
        ReplayOptions defaults = ReplayOptions.DEFAULTS;
        return new ReplayOptions(
                (int) number(prefix + SPAN_MAX, defaults.spanMax(), 1, Integer.MAX_VALUE),
                share(prefix + FAIL_RATE, defaults.replayShare()));
    }

    /**
     * Returns a whole number.
     *
     * @throws IllegalArgumentException if it is not one from {@code least} to {@code most}
     */
    public long number(String key, long fallback, long least, long most) {
        Object value = value(key, fallback);
        boolean whole = value instanceof Long || value instanceof Integer;
        long number = whole ? ((Number) value).longValue() : 0;
        require(key, value, whole && number >= least && number <= most, "a whole number from " + least + " to " + most);
        return number;
    }

    /**
     * Returns a share.
     *
     * @throws IllegalArgumentException if it is not a number from 0 to 1
     */
    private double share(String key, double fallback) {
        Object value = value(key, fallback);
        double share = value instanceof Number number ? number.doubleValue() : Double.NaN;
        require(key, value, share >= 0 && share <= 1, "a number from 0 to 1");
        return share;
    }

    /** Returns a text; any value will do. */
    public String text(String key, String fallback) {
        return value(key, fallback).toString();
    }

    /**
     * Returns a flag.
     *
     * @throws IllegalArgumentException if it is neither true nor false
     */
    public boolean flag(String key, boolean fallback) {
        Object value = value(key, fallback);
        require(key, value, value instanceof Boolean, "true or false");
        return Boolean.TRUE.equals(value);
    }

    private Object value(String key, Object fallback) {
        known.add(key);
        Object value = conf.get(key);
        return value == null ? fallback : value;
    }

    private static void require(String key, Object value, boolean holds, String wanted) {
        if (!holds) {
            throw new IllegalArgumentException(key + " is " + value + ": it must be " + wanted);
        }
    }
}
