package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.redis.RedisAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings that the user asked for; each value is in its range.
 *
 * @param log the file to count; empty for one that the demo writes itself
 * @param redis the Redis to use; empty for one of the demo's own
 * @param report the file that gets the totals as JSON
 * @param executors the number of executors of each bolt on the main path, 1 to 64
 * @param failRate the share of lines to send again, 0 to 0.9
 * @param keep true if the entries stay
 * @param removeKept true if the run only removes the entries that stayed
 * @param out the folder for pictures and logs
 */
public record DemoSettings(
        Optional<Path> log,
        Optional<RedisAddress> redis,
        Optional<Path> report,
        int executors,
        double failRate,
        boolean keep,
        boolean removeKept,
        Path out) {

    private static final int MOST_EXECUTORS = 64;
    static final double HIGHEST_RATE = 0.9;

    public DemoSettings {
        if (executors < 1 || executors > MOST_EXECUTORS) {
            throw new BadInputException("--executors " + executors + " is not in 1 to " + MOST_EXECUTORS);
        }
        if (!(failRate >= 0 && failRate <= HIGHEST_RATE)) {
            throw new BadInputException("--fail-rate " + failRate + " is not in 0 to " + HIGHEST_RATE);
        }
        if (redis.isEmpty() && (keep || removeKept)) {
            throw new BadInputException(
                    (keep ? "--keep" : "--remove-kept") + " needs --redis URI: the demo's own Redis ends with the run");
        }
        if (removeKept && (keep || log.isPresent() || report.isPresent())) {
            throw new BadInputException("--remove-kept only removes: leave out LOG-FILE, --keep and --report");
        }
    }
}
