package io.github.stormlock.benchmarks.cost;

import io.github.stormlock.benchmarks.work.load.LoadGenerator;
import io.github.stormlock.benchmarks.work.load.LoadResult;
import io.github.stormlock.benchmarks.work.server.ServerCount;
import io.github.stormlock.benchmarks.work.server.ServerView;
import java.time.Duration;

/**
 * A short stretch of one worker's work. Each figure but the rate is for one update.
 *
 * @param cpuMicros the processor time of the threads
 * @param bytes the bytes that were allocated
 * @param commands the commands that the server executed, with those that scripts call
 * @param perSecond the updates in a second
 */
record Slice(double cpuMicros, double bytes, double commands, double perSecond) {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * Lets a worker work.
     *
     * @param idle the threads of the worker that does not work: what they use is not this one's
     */
    static Slice of(LoadGenerator load, Duration length, ThreadSet idle, ServerView server) throws Exception {
        ServerCount countBefore = server.count();
        JvmUse before = JvmUse.without(idle);
        long begun = System.nanoTime();
        LoadResult work = load.work(length);
        long took = System.nanoTime() - begun;
        JvmUse used = JvmUse.without(idle).since(before);
        ServerCount count = server.count().since(countBefore);
        double made = work.made();
        return new Slice(
                used.cpuNanos() / NANOS_PER_MICRO / made,
                used.allocatedBytes() / made,
                count.commands() / made,
                made * NANOS_PER_SECOND / took);
    }
}
