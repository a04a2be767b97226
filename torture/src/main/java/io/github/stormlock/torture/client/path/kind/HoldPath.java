package io.github.stormlock.torture.client.path.kind;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.kind.DistributedReadWriteLock;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.scheme.CarelessLease;
import io.github.stormlock.torture.scheme.LockSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Takes locks of one kind, holds them for a while and gives them back. */
public final class HoldPath extends UpdatePath {
    /** The number of permits of each name. */
    public static final int SIZE = 5;

    private static final String AND = "+";
    private static final int SLOW_MILLIS = 80;
    private static final int SLOW_WAIT_MILLIS = 60;
    private static final int FENCE_ONE_IN = 4;
    private static final int AS_LOCK_ONE_IN = 4;
    /** The number of threads that wait for one mutex together. */
    public static final int PATIENT_THREADS = 16;

    private static final Duration PATIENT_WAIT = Duration.ofSeconds(40);
    private static final long PATIENT_HOLD_MILLIS = 800;
    private static final int SHORT_WAIT_MILLIS = 8;
    private static final int READ_MILLIS = 15;
    private static final int WRITE_MILLIS = 5;

    private final HoldRecorder holding;
    private final BiConsumer<HoldPath, Todo> taking;

    private HoldPath(
            String name,
            Function<Random, String> entries,
            ClientConfig config,
            AttemptRecorder recorder,
            BiConsumer<HoldPath, Todo> taking) {
        super(name, 1, entries, config, recorder);
        this.holding = new HoldRecorder(config, recorder);
        this.taking = taking;
    }

    @Override
    protected boolean isSettled(Todo todo, long low) {
        taking.accept(this, todo);
        return true;
    }

    private static Function<Random, String> someHash(ClientConfig config) {
        return random -> RunKeys.hash(random.nextInt(config.keys().hashes()));
    }

    /**
     * Takes locks that one client holds alone. The first name is held so long that its waiters stand in a queue; the others
     * go from one to the next at once. Fences are asked for, unless the locks are careless.
     */
    public static HoldPath alone(
            String name, Function<String, DistributedLock> locks, ClientConfig config, AttemptRecorder recorder) {
        Function<Random, String> entries = random -> {
            int number =
                    random.nextInt(3) > 0 ? 0 : random.nextInt(config.keys().hashes());
            return config.kind().tested() == ClientConfig.Kind.MULTI
                    ? names(config.keys()).get(number)
                    : RunKeys.hash(number);
        };
        return new HoldPath(
                name,
                entries,
                config,
                recorder,
                (path, todo) -> path.holdAlone(
                        todo,
                        wait -> locks.apply(todo.entry()).tryAcquire(wait),
                        SLOW_WAIT_MILLIS,
                        todo.entry().endsWith(":0") ? SLOW_MILLIS : 2));
    }

    private void holdAlone(Todo todo, Function<Duration, Optional<Lease>> asked, int shortWaitMillis, int mostMillis) {
        hold(todo, LockShare.ALONE, asked, shortWaitMillis, (ops, lease) -> {
            if (!config.kind().isCareless() && oneIn(FENCE_ONE_IN)) {
                history.tell(HistoryLine.Kind.FENCE, ops.get(0), lease.fence(), "");
            }
            pass(ops, lease, mostMillis);
        });
    }

    /** Takes mutexes and locks of hashes, beside updates of these hashes; one in four as a {@link Lock}. */
    public static HoldPath mutex(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        return new HoldPath(
                PathNames.MUTEX, random -> config.keys().someMutex(random), config, recorder, (path, todo) -> {
                    DistributedLock mutex = locks.mutex(todo.entry());
                    boolean asLock = path.oneIn(AS_LOCK_ONE_IN);
                    path.holdAlone(
                            todo,
                            wait -> asLock ? path.byThread(mutex.asLock(), wait) : mutex.tryAcquire(wait),
                            SHORT_WAIT_MILLIS,
                            2);
                });
    }

    /** Takes it twice on the calling thread, because a {@link Lock} is reentrant. It promises one lease. */
    private Optional<Lease> byThread(Lock lock, Duration wait) {
        long asked = System.nanoTime();
        try {
            if (!lock.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
            lock.lock();
            return Optional.of(CarelessLease.of("", asked, config.timing().lease(), () -> {
                lock.unlock();
                lock.unlock();
            }));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /**
     * Waits for one mutex together with many others. There are so many, and each holds it for so long, that each wait is
     * longer than the note of a waiter stands without being renewed.
     */
    public static HoldPath patient(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        return new HoldPath(
                PathNames.PATIENT,
                random -> RunKeys.QUEUE,
                config,
                recorder,
                (path, todo) -> path.holding.hold(
                        todo,
                        names(todo),
                        path.name(),
                        LockShare.ALONE,
                        wait -> locks.mutex(todo.entry()).tryAcquire(wait),
                        PATIENT_WAIT,
                        (ops, lease) -> path.holding.pass(ops, lease, PATIENT_HOLD_MILLIS)));
    }

    /** Takes one to three of five permits. */
    public static HoldPath permits(LockSource locks, ClientConfig config, AttemptRecorder recorder) {
        return new HoldPath(PathNames.PERMITS, someHash(config), config, recorder, (path, todo) -> {
            int wanted = 1 + path.holding.random().nextInt(3);
            path.hold(
                    todo,
                    new LockShare(wanted, SIZE),
                    wait -> locks.permits(todo.entry(), SIZE).tryAcquire(wanted, wait),
                    12);
        });
    }

    /** Takes two or three mutexes together, in an order that says nothing. */
    public static HoldPath several(LockSource locks, ClientConfig config, AttemptRecorder recorder) {
        Function<Random, String> entries = random -> {
            List<String> names = new ArrayList<>(names(config.keys()));
            Collections.shuffle(names, random);
            return String.join(AND, names.subList(0, 2 + random.nextInt(2)));
        };
        return new HoldPath(
                PathNames.MULTI,
                entries,
                config,
                recorder,
                (path, todo) -> path.hold(
                        todo, LockShare.ALONE, wait -> locks.all(names(todo)).tryAcquire(wait), 5));
    }

    /** Returns all names that clients take together. They lie in one slot of a cluster. */
    public static List<String> names(RunKeys keys) {
        return RunKeys.accounts().subList(0, keys.hashes());
    }

    private static List<String> names(Todo todo) {
        return List.of(todo.entry().split("\\" + AND, -1));
    }

    /** Takes read-write locks as a reader. */
    public static HoldPath reader(LockSource locks, ClientConfig config, AttemptRecorder recorder) {
        return new HoldPath(PathNames.READ, someHash(config), config, recorder, (path, todo) -> {
            DistributedReadWriteLock lock = locks.readWrite(todo.entry());
            path.hold(todo, LockShare.READER, wait -> lock.read().tryAcquire(wait), READ_MILLIS);
        });
    }

    /** Takes read-write locks as the writer. */
    public static HoldPath writer(LockSource locks, ClientConfig config, AttemptRecorder recorder) {
        return new HoldPath(PathNames.WRITE, someHash(config), config, recorder, (path, todo) -> {
            DistributedReadWriteLock lock = locks.readWrite(todo.entry());
            path.hold(todo, LockShare.ALONE, wait -> lock.write().tryAcquire(wait), WRITE_MILLIS);
        });
    }

    private void hold(Todo todo, LockShare share, Function<Duration, Optional<Lease>> asked, int mostMillis) {
        hold(todo, share, asked, SHORT_WAIT_MILLIS, (ops, lease) -> pass(ops, lease, mostMillis));
    }

    private void hold(
            Todo todo,
            LockShare share,
            Function<Duration, Optional<Lease>> asked,
            int shortMillis,
            HoldRecorder.Use use) {
        holding.hold(todo, names(todo), name(), share, asked, holding.wait(shortMillis), use);
    }

    private void pass(List<String> ops, Lease lease, int mostMillis) {
        holding.pass(ops, lease, holding.millis(mostMillis));
    }

    private boolean oneIn(int count) {
        return holding.random().nextInt(count) == 0;
    }
}
