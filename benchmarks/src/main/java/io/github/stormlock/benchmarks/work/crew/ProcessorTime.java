package io.github.stormlock.benchmarks.work.crew;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The processor time of processes, as the operating system counts it: user and system time, in {@code /proc/<pid>/stat} on Linux. */
public final class ProcessorTime {
    private ProcessorTime() {}

    /** Returns what they have used together since they began, or {@code null} if that of one of them is not told. */
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
