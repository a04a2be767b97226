package io.github.stormlock.internal.report;

import io.github.stormlock.config.EntryNames;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.redis.RedisConfig;
import java.util.Locale;

/**
 * How a factory tells of itself. Immutable.
 *
 * @param topology the name of the topology; empty for none
 * @param mode how the servers are organised, in small letters
 * @param intervalMillis how many milliseconds are between two reports; 0 for no reports
 * @param slowNanos the longest wait that is not slow; 0 to tell of none
 */
public record ReportSettings(String topology, String mode, long intervalMillis, EntryNames entries, long slowNanos) {
    /** Tells nothing. */
    public static final ReportSettings SILENT = new ReportSettings("", "", 0, EntryNames.NAMES, 0);

    public static ReportSettings of(String topology, RedisConfig redis, LockSettings settings) {
        return new ReportSettings(
                topology,
                redis.mode().name().toLowerCase(Locale.ROOT),
                settings.insightInterval().toMillis(),
                settings.insightEntries(),
                settings.insightSlow().toNanos());
    }

    public boolean isSilent() {
        return intervalMillis == 0;
    }
}
