package io.github.stormlock.benchmarks.work.crew;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A crew beside which a foreign client polls for the lock of an entry that the crew updates. The client's share is the last.
 */
public final class Polled implements Crew {
    private final Crew crew;
    private final Poller poller;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    public Polled(Crew crew, Poller poller) {
        this.crew = crew;
        this.poller = poller;
    }

    @Override
    public Work work(Duration length) throws Exception {
        Future<Share> polled = thread.submit(() -> poller.poll(length));
        List<Share> shares = new ArrayList<>(crew.work(length).shares());
        shares.add(polled.get());
        return new Work(shares);
    }

    @Override
    public @Nullable Duration cpu() {
        return crew.cpu();
    }

    @Override
    public void close() {
        thread.shutdownNow();
        crew.close();
        poller.close();
    }
}
