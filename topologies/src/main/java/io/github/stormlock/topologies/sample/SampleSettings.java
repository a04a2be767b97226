package io.github.stormlock.topologies.sample;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The keys of one sample in a topology configuration. Each error names the key, the value, and the values allowed. */
public final class SampleSettings {

    private final Map<String, Object> conf;

    private SampleSettings(Map<String, Object> conf) {
        this.conf = conf;
    }

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
        Object value = conf.get(key);
        if (value == null) {
            return fallback;
        }
        Long number = whole(value);
        if (number == null || number < least || number > most) {
            throw wrong(key, value, "a whole number from " + least + " to " + most);
        }
        return number;
    }

    /**
     * Returns a share.
     *
     * @throws IllegalArgumentException if it is not a number from 0 to 1
     */
    public double share(String key, double fallback) {
        Object value = conf.get(key);
        if (value == null) {
            return fallback;
        }
        if (value instanceof Number number && number.doubleValue() >= 0 && number.doubleValue() <= 1) {
            return number.doubleValue();
        }
        throw wrong(key, value, "a number from 0 to 1");
    }

    /** Returns a text; any value will do. */
    public String text(String key, String fallback) {
        Object value = conf.get(key);
        return value == null ? fallback : value.toString();
    }

    /**
     * Returns a flag.
     *
     * @throws IllegalArgumentException if it is neither true nor false
     */
    public boolean flag(String key, boolean fallback) {
        Object value = conf.get(key);
        if (value == null) {
            return fallback;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw wrong(key, value, "true or false");
    }

    private static @Nullable Long whole(Object value) {
        boolean whole = value instanceof Long || value instanceof Integer;
        return whole ? (Long) ((Number) value).longValue() : null;
    }

    private static IllegalArgumentException wrong(String key, Object value, String wanted) {
        return new IllegalArgumentException(key + " is " + value + ": it must be " + wanted);
    }
}
