package io.github.stormlock.benchmarks.work.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A load beside which a foreign client polls for the lock of an entry that the load updates. The client's share is the last.
 */
public final class Polled implements LoadGenerator {
    private final LoadGenerator load;
    private final Poller poller;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    public Polled(LoadGenerator load, Poller poller) {
        this.load = load;
        this.poller = poller;
    }

    @Override
    public LoadResult work(Duration length) throws Exception {
        Future<Share> polled = thread.submit(() -> poller.poll(length));
        List<Share> shares = new ArrayList<>(load.work(length).shares());
        shares.add(polled.get());
        return new LoadResult(shares);
    }

    @Override
    public @Nullable Duration cpu() {
        return load.cpu();
    }

    @Override
    public void close() {
        thread.shutdownNow();
        load.close();
        poller.close();
    }
}
