package io.github.stormlock.topologies.sample;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The keys of one sample in a topology configuration. Each error names the key, the value, and the values allowed. */
public record SampleSettings(Map<String, Object> conf) {
    /**
     * Returns the settings of a configuration whose keys begin with {@code prefix}.
     *
     * @throws IllegalArgumentException if one of these keys is not in {@code known}
     */
    public static SampleSettings of(Map<String, Object> conf, String prefix, List<String> known) {
        for (String key : conf.keySet()) {
            if (key.startsWith(prefix) && !known.contains(key)) {
                throw new IllegalArgumentException(
                        key + " is no setting; those that begin with " + prefix + " are " + new TreeSet<>(known));
            }
        }
        return new SampleSettings(conf);
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
    public double share(String key, double fallback) {
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
        Object value = conf.get(key);
        return value == null ? fallback : value;
    }

    private static void require(String key, Object value, boolean holds, String wanted) {
        if (!holds) {
            throw new IllegalArgumentException(key + " is " + value + ": it must be " + wanted);
        }
    }
}
