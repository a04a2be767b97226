package io.github.stormlock.torture.client;

import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.SchemePath;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.scheme.Schemes;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Updates hashes under a tutorial's lock: it reads, computes, and writes without checking the lock again. */
final class SchemeWorkload implements ClientWorkload {
    private final ClientConfig config;
    private final AtomicLong ahead = new AtomicLong();
    private final SchemePath path;
    private final AtomicLong offsets = new AtomicLong(System.nanoTime() / 1_000);

    SchemeWorkload(String scheme, ClientConfig config, AttemptRecorder recorder) {
        this.config = config;
        this.path = new SchemePath(
                config,
                recorder,
                Schemes.of(scheme, config, recorder.steps(), () -> System.currentTimeMillis() + ahead.get()));
    }

    @Override
    public void work() {
        throw new UnsupportedOperationException("schemes are tried by scenarios");
    }

    @Override
    public void end(long millis, List<String> entries) {
        FinalRound round = new FinalRound(config.name(), offsets, millis);
        round.run(entries, path);
        round.await();
    }

    @Override
    public UpdatePath single() {
        return path;
    }

    @Override
    public void stepClock(long millis) {
        ahead.addAndGet(millis);
    }
}
