package io.github.stormlock.benchmarks.work.load;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The threads that do a scenario's work, in one JVM or more. Used by one thread at a time. */
public interface LoadGenerator extends AutoCloseable {
    /** Lets all threads work for that long, and returns when the last has ended. */
    LoadResult work(Duration length) throws Exception;

    /**
     * Lets what is under way end, if the load works between the calls of {@link #work} too. Nothing works afterwards.
     *
     * @return the number of updates that no call of {@link #work} counted
     */
    default long finish() throws Exception {
        return 0;
    }

    /**
     * Returns the processor time that the JVMs in which the contender works have used since they began, or {@code null} if
     * the operating system does not tell it. It is exact to about 10 ms. That is this JVM, unless a load has others.
     */
    default @Nullable Duration cpu() {
        return ProcessorTime.of(List.of(ProcessHandle.current()));
    }

    @Override
    void close();
}
