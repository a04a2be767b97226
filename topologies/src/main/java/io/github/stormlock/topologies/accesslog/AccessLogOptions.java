package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.topologies.replay.ReplayOptions;
import io.github.stormlock.topologies.sample.Settings;
import java.util.List;
import java.util.Map;

/**
 * What the topology is built from.
 *
 * @param file the log, as a path that the worker of the spout can read
 * @param executors how many executors each bolt on the main path has, 1 to 1,000
 * @param replay how the spout sends and sends again
 */
public record AccessLogOptions(String file, int executors, ReplayOptions replay) {

    public static final String EXECUTORS = "access.log.executors";
    public static final String SPAN_MAX = "access.log.span.max";
    public static final String FAILURES_MAX = "access.log.failures.max";
    public static final String FAIL_RATE = "access.log.fail.rate";
    public static final String FAIL_SEED = "access.log.fail.seed";
    public static final String FROM_START = "access.log.from.start";

    private static final int DEFAULT_EXECUTORS = 4;
    private static final int MOST_EXECUTORS = 1_000;

    public AccessLogOptions {
        if (executors < 1 || executors > MOST_EXECUTORS) {
            throw new IllegalArgumentException(executors + " executors are not in 1 to " + MOST_EXECUTORS);
        }
    }

    /**
     * Reads the {@code access.log.*} keys of a topology configuration.
     *
     * @throws IllegalArgumentException if one is unknown or out of its range; the message names it
     */
    public static AccessLogOptions of(String file, Map<String, Object> conf) {
        Settings settings = Settings.of(
                conf, "access.log.", List.of(EXECUTORS, SPAN_MAX, FAILURES_MAX, FAIL_RATE, FAIL_SEED, FROM_START));
        ReplayOptions defaults = ReplayOptions.DEFAULTS;
        ReplayOptions replay = new ReplayOptions(
                (int) settings.number(SPAN_MAX, defaults.spanMax(), 1, Integer.MAX_VALUE),
                (int) settings.number(FAILURES_MAX, defaults.failuresMax(), 1, Integer.MAX_VALUE),
                settings.share(FAIL_RATE, defaults.replayShare()),
                settings.number(FAIL_SEED, defaults.seed(), Long.MIN_VALUE, Long.MAX_VALUE),
                settings.flag(FROM_START, defaults.fromStart()));
        return new AccessLogOptions(
                file, (int) settings.number(EXECUTORS, DEFAULT_EXECUTORS, 1, MOST_EXECUTORS), replay);
    }
}
