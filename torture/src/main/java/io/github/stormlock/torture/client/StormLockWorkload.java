package io.github.stormlock.torture.client;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.torture.client.path.AsyncPath;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.AuditPath;
import io.github.stormlock.torture.client.path.CalmHold;
import io.github.stormlock.torture.client.path.LargeWrite;
import io.github.stormlock.torture.client.path.LonePath;
import io.github.stormlock.torture.client.path.SinglePath;
import io.github.stormlock.torture.client.path.TransferPath;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.client.path.bolt.BoltPath;
import io.github.stormlock.torture.client.path.kind.HoldPath;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Updates entries in all ways of the library at once. */
final class StormLockWorkload implements ClientWorkload {
    private static final int IMPATIENT = 4;
    private static final int TRANSFERS = 2;
    private static final int TRANSFERS_ALONE = 6;

    private final ClientConfig config;
    private final AttemptRecorder recorder;
    private final RedisLockFactory locks;
    // Later incarnations begin above these offsets, so no event of a last round is ever sent again by them.
    private final AtomicLong offsets = new AtomicLong(System.nanoTime() / 1_000);
    private final Crew crew;
    private final List<RedisLockFactory> apart = new ArrayList<>();

    StormLockWorkload(ClientConfig config, AttemptRecorder recorder) {
        this.config = config;
        this.recorder = recorder;
        this.crew = new Crew(config);
        this.locks = RedisLockFactory.connect(config.redis(), config.locks());
    }

    @Override
    public synchronized void work() {
        if (config.quiet() != 0) {
            workPatiently();
        } else if (config.kind().tested() == ClientConfig.Kind.TRANSFER) {
            startTransfers(TRANSFERS_ALONE);
        } else {
            workInAllWays();
        }
    }

    private void workInAllWays() {
        for (String name : List.of(PathNames.ONCE, PathNames.LIST, PathNames.PLAIN_UPDATE, PathNames.SHORT_WINDOW)) {
            start(new SinglePath(name, factory(), config, recorder));
        }
        List<Thread> impatient = new ArrayList<>();
        for (int i = 0; i < IMPATIENT; i++) {
            impatient.add(crew.start(LonePath.impatient(factory(), config, i, recorder), Integer.toString(i)));
        }
        RandomInterrupts.begin(impatient);
        start(new AsyncPath(factory(), config, recorder));
        start(HoldPath.mutex(factory(), config, recorder));
        startTransfers(TRANSFERS);
        start(BoltPath.single(PathNames.BOLT, config, recorder));
        start(BoltPath.single(PathNames.BOLT_OPAQUE, config, recorder));
        start(BoltPath.lines(config, recorder));
    }

    private void start(UpdatePath path) {
        crew.start(path, "");
    }

    private void startTransfers(int count) {
        for (int i = 0; i < count; i++) {
            crew.start(new TransferPath(factory(), config, recorder), Integer.toString(i));
        }
        start(new AuditPath(factory(), config, recorder));
        start(BoltPath.relay(config, recorder));
    }

    private RedisLockFactory factory() {
        if (config.memory() != ClientConfig.MemoryUse.APART) {
            return locks;
        }
        RedisLockFactory own = RedisLockFactory.connect(config.redis(), config.locks());
        apart.add(own);
        return own;
    }

    /** Starts the work of a client that no fault strikes. */
    private void workPatiently() {
        RedisLockFactory quiet = RedisLockFactory.connect(config.quietRedis(), config.locks());
        for (int i = 0; i < HoldPath.PATIENT_THREADS; i++) {
            crew.start(HoldPath.patient(quiet, config, recorder), Integer.toString(i));
        }
        Duration usual = Duration.ofMillis(config.timing().lease());
        crew.start(LonePath.renewing(locks, config, recorder, usual), "0");
        crew.start(LonePath.renewing(locks, config, recorder, LonePath.SHORT_LEASE), "1");
    }

    @Override
    public synchronized void end(long millis, List<String> entries) {
        crew.stop();
        FinalRound round = new FinalRound(config.name(), offsets, millis);
        // With factories that were struck, where each thread has its own.
        RedisLockFactory struck = apart.isEmpty() ? locks : apart.get(0);
        round.run(entries, new SinglePath(PathNames.FINAL, struck, config, recorder));
        round.await();
        CalmHold.make(struck, config, recorder);
        // These threads may wait for tens of seconds, so they are interrupted.
        crew.interrupt(PathNames.PATIENT);
        crew.end();
        apart.forEach(RedisLockFactory::close);
        apart.clear();
    }

    @Override
    public void writeLarge() {
        LargeWrite.make(locks, recorder);
    }
}
