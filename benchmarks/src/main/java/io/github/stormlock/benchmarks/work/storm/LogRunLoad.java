package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.work.load.LoadGenerator;
import io.github.stormlock.benchmarks.work.load.LoadResult;
import io.github.stormlock.test.RunningTopology;
import java.time.Duration;

/** A topology whose spout works while its run wants it to. */
record LogRunLoad(LogRun run, RunningTopology running) implements LoadGenerator {
    @Override
    public LoadResult work(Duration length) throws InterruptedException {
        return run.work(length);
    }

    @Override
    public void close() {
        running.close();
        run.close();
    }
}
