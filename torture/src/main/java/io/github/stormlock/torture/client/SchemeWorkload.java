package io.github.stormlock.torture.client;

import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.SchemePath;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Updates a hash under a tutorial's lock: it reads, computes, and writes without checking the lock again. */
final class SchemeWorkload implements ClientWorkload {
    private static final int THREADS = 4;

    private final ClientConfig config;
    private final AttemptRecorder recorder;
    private final Crew crew;
    private final AtomicLong offsets = new AtomicLong(System.nanoTime() / 1_000);

    SchemeWorkload(ClientConfig config, AttemptRecorder recorder) {
        this.config = config;
        this.recorder = recorder;
        this.crew = new Crew(config);
    }

    @Override
    public synchronized void work() {
        for (int i = 0; i < THREADS; i++) {
            crew.start(new SchemePath(config, recorder), Integer.toString(i));
        }
    }

    @Override
    public synchronized void end(long millis, List<String> entries) {
        crew.stop();
        crew.end();
        FinalRound round = new FinalRound(config.name(), offsets, millis);
        round.run(entries, new SchemePath(config, recorder));
        round.await();
    }
}
