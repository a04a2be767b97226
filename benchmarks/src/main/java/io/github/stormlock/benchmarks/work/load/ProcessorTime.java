package io.github.stormlock.benchmarks.work.load;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the processor time of processes from the operating system: user and system time, on Linux from
 * {@code /proc/<pid>/stat}.
 */
public final class ProcessorTime {
    private ProcessorTime() {}

    /**
     * Returns the processor time that they have used together since they began; {@code null} if it is not known for one of
     * them.
     */
    public static @Nullable Duration of(List<ProcessHandle> processes) {
        Duration sum = Duration.ZERO;
        for (ProcessHandle process : processes) {
            Optional<Duration> used = process.info().totalCpuDuration();
            if (used.isEmpty()) {
                return null;
            }
            sum = sum.plus(used.get());
        }
        return sum;
    }
}
