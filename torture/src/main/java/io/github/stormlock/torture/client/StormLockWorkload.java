package io.github.stormlock.torture.client;

import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.test.internal.process.DaemonThread;
import io.github.stormlock.torture.client.path.AsyncPath;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.AuditPath;
import io.github.stormlock.torture.client.path.BatchPath;
import io.github.stormlock.torture.client.path.CalmHold;
import io.github.stormlock.torture.client.path.ImpatientPath;
import io.github.stormlock.torture.client.path.LargeWrite;
import io.github.stormlock.torture.client.path.LongPath;
import io.github.stormlock.torture.client.path.MutexPath;
import io.github.stormlock.torture.client.path.PatientPath;
import io.github.stormlock.torture.client.path.SinglePath;
import io.github.stormlock.torture.client.path.TransferPath;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.client.path.ViewsPath;
import io.github.stormlock.torture.client.path.bolt.BoltPath;
import io.github.stormlock.torture.client.path.bolt.LinesPath;
import io.github.stormlock.torture.client.path.bolt.RelayPath;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Updates entries in all ways of the library at once. */
final class StormLockWorkload implements ClientWorkload {
    private static final int IMPATIENT = 4;
    private static final int TRANSFERS = 2;
    private static final int TRANSFERS_ALONE = 6;

    private final ClientConfig config;
    private final AttemptRecorder recorder;
    private final RedisLockFactory locks;
    private final SinglePath last;
    // Later incarnations begin above these offsets, so no event of a last round is ever sent again by them.
    private final AtomicLong offsets = new AtomicLong(System.nanoTime() / 1_000);
    private final Map<String, Long> reached = new HashMap<>();
    private final List<Worker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<UpdatePath> paths = new ArrayList<>();
    private final List<RedisLockFactory> apart = new ArrayList<>();

    StormLockWorkload(ClientConfig config, AttemptRecorder recorder) {
        this.config = config;
        this.recorder = recorder;
        this.locks = RedisLockFactory.connect(config.redis(), config.locks());
        this.last = new SinglePath(PathNames.FINAL, locks, config, recorder);
    }

    @Override
    public synchronized void work() {
        if (config.quiet() != 0) {
            workPatiently();
            return;
        }
        if (config.kind().isTransfers()) {
            startTransfers(TRANSFERS_ALONE);
            return;
        }
        if (config.kind() == ClientConfig.Kind.LAST_LINE) {
            start(new LinesPath(config, recorder));
            return;
        }
        for (String name : List.of(PathNames.ONCE, PathNames.LIST)) {
            start(new SinglePath(name, factory(), config, recorder));
        }
        start(new BatchPath(PathNames.BATCH, factory(), config, recorder));
        for (String name : List.of(PathNames.PLAIN_UPDATE, PathNames.SHORT_WINDOW)) {
            start(new SinglePath(name, factory(), config, recorder));
        }
        startImpatient();
        start(new AsyncPath(factory(), config, recorder));
        start(new MutexPath(factory(), config, recorder));
        startTransfers(TRANSFERS);
        start(new BoltPath(PathNames.BOLT, config, recorder));
        start(new BoltPath(PathNames.BOLT_OPAQUE, config, recorder));
        start(new LinesPath(config, recorder));
    }

    private void startTransfers(int count) {
        for (int i = 0; i < count; i++) {
            start(new TransferPath(factory(), config, config.kind(), recorder), Integer.toString(i));
        }
        start(new AuditPath(factory(), recorder));
        start(new RelayPath(config, recorder));
    }

    private RedisLockFactory factory() {
        if (config.memory() != ClientConfig.MemoryUse.APART) {
            return locks;
        }
        RedisLockFactory own = RedisLockFactory.connect(config.redis(), config.locks());
        apart.add(own);
        return own;
    }

    private void startImpatient() {
        int first = threads.size();
        for (int i = 0; i < IMPATIENT; i++) {
            start(new ImpatientPath(factory(), config, i, recorder), Integer.toString(i));
        }
        RandomInterrupts.begin(threads.subList(first, threads.size()));
    }

    /** Starts the work of a client that no fault strikes. */
    private void workPatiently() {
        RedisLockFactory quiet = RedisLockFactory.connect(config.quietRedis(), config.locks());
        for (int i = 0; i < PatientPath.THREADS; i++) {
            start(new PatientPath(quiet, recorder), Integer.toString(i));
        }
        for (int i = 0; i < ViewsPath.THREADS; i++) {
            start(new ViewsPath(quiet, config, i, recorder), Integer.toString(i));
        }
        Duration usual = Duration.ofMillis(config.timing().lease());
        start(new LongPath(locks, config, recorder, usual), "0");
        start(new LongPath(locks, config, recorder, LongPath.SHORT_LEASE), "1");
    }

    private void start(UpdatePath path) {
        start(path, "");
    }

    private void start(UpdatePath path, String suffix) {
        String source = config.name() + '.' + path.name() + suffix;
        Worker worker = new Worker(
                path,
                source,
                reached.getOrDefault(source, config.inheritance().nextOf(source)),
                reached.containsKey(source) ? List.of() : config.inheritance().openOf(source),
                config.seed() * 31 + source.hashCode());
        Thread thread = DaemonThread.start(path.name(), worker);
        paths.add(path);
        workers.add(worker);
        threads.add(thread);
    }

    @Override
    public synchronized void end(long millis, List<String> entries) {
        workers.forEach(Worker::stop);
        FinalRound round = new FinalRound(config.name(), offsets, millis);
        // With factories that were struck, where each thread has its own.
        RedisLockFactory struck = apart.isEmpty() ? locks : apart.get(0);
        round.run(
                entries.stream().filter(RunKeys::isList).toList(),
                new SinglePath(PathNames.FINAL, struck, config, recorder));
        round.run(
                entries.stream().filter(entry -> !RunKeys.isList(entry)).toList(),
                new BatchPath(PathNames.FINAL, struck, config, recorder));
        round.await();
        CalmHold.make(struck, config, recorder);
        // These threads may wait for tens of seconds, so they are interrupted.
        threads.stream()
                .filter(thread -> thread.getName().equals(PathNames.PATIENT))
                .forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        paths.forEach(UpdatePath::close);
        apart.forEach(RedisLockFactory::close);
        apart.clear();
        workers.forEach(worker -> reached.put(worker.source(), worker.next()));
        workers.clear();
        threads.clear();
        paths.clear();
    }

    @Override
    public UpdatePath single() {
        return last;
    }

    @Override
    public void writeLarge() {
        LargeWrite.make(locks, recorder);
    }
}
