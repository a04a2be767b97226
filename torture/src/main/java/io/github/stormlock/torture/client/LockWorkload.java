package io.github.stormlock.torture.client;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.kind.Latch;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.CalmHold;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.client.path.kind.AwaitPath;
import io.github.stormlock.torture.client.path.kind.CountDownPath;
import io.github.stormlock.torture.client.path.kind.HoldPath;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.scheme.LockSource;
import io.github.stormlock.torture.scheme.LockSources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import redis.clients.jedis.exceptions.JedisException;

/** Takes locks of one kind, with several threads. */
final class LockWorkload implements ClientWorkload {
    private static final long PAUSE_NANOS = 10_000_000;
    private static final Duration LAST_WAIT = Duration.ofMillis(500);
    private static final Duration LATCH_KEPT = Duration.ofSeconds(5);

    private final ClientConfig config;
    private final AttemptRecorder recorder;
    private final LockSource locks;
    private final Crew crew;

    LockWorkload(ClientConfig config, AttemptRecorder recorder) {
        this.config = config;
        this.recorder = recorder;
        this.locks = LockSources.of(config);
        this.crew = new Crew(config);
    }

    @Override
    public synchronized void work() {
        switch (config.kind().tested()) {
            case FAIR -> start(6, () -> HoldPath.alone(PathNames.FAIR, locks::fair, config, recorder));
            case READ_WRITE -> {
                start(4, () -> HoldPath.reader(locks, config, recorder));
                start(2, () -> HoldPath.writer(locks, config, recorder));
            }
            case SEMAPHORE -> start(6, () -> HoldPath.permits(locks, config, recorder));
            case LATCH -> {
                start(3, () -> new CountDownPath(locks, config, recorder));
                start(4, () -> new AwaitPath(locks, config, recorder));
            }
            case MULTI -> {
                start(4, () -> HoldPath.several(locks, config, recorder));
                start(1, () -> HoldPath.alone(PathNames.MUTEX, locks::mutex, config, recorder));
            }
            case QUORUM -> start(6, () -> HoldPath.alone(PathNames.QUORUM, locks::mutex, config, recorder));
            default -> throw new IllegalStateException("no kind of lock: " + config.kind());
        }
    }

    private void start(int count, Supplier<UpdatePath> paths) {
        for (int i = 0; i < count; i++) {
            crew.start(paths.get(), Integer.toString(i));
        }
    }

    /** Ends the work, takes each lock once, and holds one of its own for two leases. */
    @Override
    public synchronized void end(long millis, List<String> entries) {
        crew.stop();
        crew.end();
        lastRound(millis, entries);
        if (config.kind() != ClientConfig.Kind.LATCH && !config.kind().isCareless()) {
            String own = PathNames.CALM + ':' + config.name();
            CalmHold.make(own, wait -> taken(own, wait), config, recorder);
        }
    }

    private void lastRound(long millis, List<String> entries) {
        long end = System.nanoTime() + millis * 1_000_000;
        List<String> shuffled = new ArrayList<>(entries);
        Collections.shuffle(shuffled);
        for (String name : shuffled) {
            while (!takesOnce(name) && System.nanoTime() - end < 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private boolean takesOnce(String name) {
        String op = recorder.history().invoke("", name, PathNames.FINAL);
        try {
            boolean done = config.kind().tested() == ClientConfig.Kind.LATCH ? opens(name) : takes(name);
            recorder.history().tell(done ? HistoryLine.Kind.OK : HistoryLine.Kind.FAILED, op, 0, "");
            return done;
        } catch (LockException | JedisException e) {
            recorder.history().threw(HistoryLine.Kind.FAILED, op, e);
            return false;
        }
    }

    /** Opens a latch of its own in the slot of a name, and goes through it. */
    private boolean opens(String name) {
        Latch latch = locks.latch('{' + name + "}:" + config.name() + ':' + System.nanoTime(), 1, LATCH_KEPT);
        return latch.countDown(config.name()) == 0 && latch.await(LAST_WAIT);
    }

    private boolean takes(String name) {
        Optional<Lease> lease = taken(name, LAST_WAIT);
        lease.ifPresent(Lease::close);
        return lease.isPresent();
    }

    /** Takes all that there is of a lock. */
    private Optional<Lease> taken(String name, Duration wait) {
        return switch (config.kind().tested()) {
            case FAIR -> locks.fair(name).tryAcquire(wait);
            case READ_WRITE -> locks.readWrite(name).write().tryAcquire(wait);
            case SEMAPHORE -> locks.permits(name, HoldPath.SIZE).tryAcquire(HoldPath.SIZE, wait);
            case MULTI -> locks.all(List.of(name)).tryAcquire(wait);
            case QUORUM -> locks.mutex(name).tryAcquire(wait);
            default -> Optional.empty();
        };
    }
}
