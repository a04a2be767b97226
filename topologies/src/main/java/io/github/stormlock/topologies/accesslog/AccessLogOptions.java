package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.topologies.replay.ReplayOptions;
import io.github.stormlock.topologies.sample.SampleSettings;
import java.util.Map;

/**
 * The options that the topology is built from.
 *
 * @param file the log, as a path that the worker of the spout can read
 * @param executors the number of executors of each bolt on the main path, 1 to 1,000
 * @param replay the options of the spout's replays
 * @param followed true if the file is read on as it grows
 * @param hold the hold that keeps updates of the site from ending, for tests
 */
public record AccessLogOptions(String file, int executors, ReplayOptions replay, boolean followed, HoldFile hold) {

    private static final String PREFIX = "access.log.";

    public static final String EXECUTORS = PREFIX + "executors";
    public static final String SPAN_MAX = PREFIX + SampleSettings.SPAN_MAX;
    public static final String FAIL_RATE = PREFIX + SampleSettings.FAIL_RATE;

    public static final String FOLLOW = PREFIX + "follow";
    public static final String HOLD_FILE = PREFIX + "hold.file";

    private static final int DEFAULT_EXECUTORS = 4;
    private static final int MOST_EXECUTORS = 1_000;

    /**
     * Reads the {@code access.log.*} keys of a topology configuration.
     *
     * @throws IllegalArgumentException if one is unknown or out of its range; the message names it
     */
    public static AccessLogOptions of(String file, Map<String, Object> conf) {
        return SampleSettings.read(
                conf,
                PREFIX,
                settings -> new AccessLogOptions(
                        file,
                        (int) settings.number(EXECUTORS, DEFAULT_EXECUTORS, 1, MOST_EXECUTORS),
                        settings.replay(PREFIX),
                        settings.flag(FOLLOW, false),
                        new HoldFile(settings.text(HOLD_FILE, ""))));
    }
}
