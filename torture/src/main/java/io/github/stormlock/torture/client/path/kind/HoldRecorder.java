package io.github.stormlock.torture.client.path.kind;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.HistoryWriter;
import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Takes locks, holds them and gives them back, and records for how long a client may believe that it holds them: from the
 * moment when it heard of the grant to the moment before it gives it back, and never beyond the time that its lease
 * promised last. A lease that tells its loss before that time ends at the last look that saw it stand. For one thread.
 */
final class HoldRecorder {
    private static final int SHORT_WAIT_ONE_IN = 10;
    private static final int LONG_ONE_IN = 60;
    private static final long PAUSE_NANOS = 20_000_000;
    private static final long STEP_NANOS = 10_000_000;
    /** A promise that moves by less was not renewed: two looks at one promise differ by their own time. */
    private static final long RENEWED_NANOS = 1_000_000;

    private final ClientConfig config;
    private final AttemptRecorder recorder;
    private final Random random;
    private Standing standing = new Standing(List.of(), new AtomicLong(), new AtomicLong());

    HoldRecorder(ClientConfig config, AttemptRecorder recorder) {
        this.config = config;
        this.recorder = recorder;
        this.random = new Random();
    }

    HistoryWriter history() {
        return recorder.history();
    }

    Random random() {
        return random;
    }

    /** Returns how long to hold a lock: usually up to so many milliseconds, now and then longer than a lease. */
    long millis(int most) {
        return random.nextInt(LONG_ONE_IN) == 0 ? config.timing().lease() * 5 / 4 : random.nextInt(most + 1);
    }

    /** Returns how long to wait for a lock: some clients give up soon. */
    Duration wait(int shortMillis) {
        return random.nextInt(SHORT_WAIT_ONE_IN) == 0
                ? Duration.ofMillis(random.nextInt(shortMillis + 1))
                : Duration.ofMillis(config.timing().grant());
    }

    /**
     * Takes locks together, uses them and gives them back.
     *
     * @param names the names, of which each has a record of its own
     * @param asked takes them all, or none
     * @param use what is done while they are held
     */
    void hold(
            Todo todo,
            List<String> names,
            String path,
            LockShare share,
            Function<Duration, Optional<Lease>> asked,
            Duration wait,
            Use use) {
        recorder.steps().at(UpdateSteps.BEFORE);
        List<String> ops = new ArrayList<>();
        names.forEach(name -> ops.add(history().invoke(todo.id(), name, path)));
        try {
            Optional<Lease> granted = asked.apply(wait);
            if (granted.isEmpty()) {
                ops.forEach(recorder::timedOut);
                return;
            }
            began(ops, share, System.nanoTime(), granted.get());
            ops.forEach(op -> history().tell(HistoryLine.Kind.OK, op, 0, ""));
            use(ops, granted.get(), use);
        } catch (RuntimeException e) {
            ops.forEach(op -> threw(HistoryLine.Kind.FAILED, op, e));
        }
    }

    /**
     * Records an attempt that threw, and waits for a moment, as its server may be away. What neither the library nor the
     * client of a careless lock names is unexpected.
     */
    void threw(HistoryLine.Kind kind, String op, RuntimeException e) {
        if (isExpected(e)) {
            history().threw(kind, op, e);
        } else {
            history().tell(HistoryLine.Kind.UNKNOWN, op, 0, AttemptRecorder.unexpected(e), 0);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    private boolean isExpected(RuntimeException e) {
        return e instanceof LockException || (config.kind().isCareless() && e instanceof JedisException);
    }

    /** Records a grant. What a lease promises is asked after the moment, so the promise is not too long. */
    private void began(List<String> ops, LockShare share, long moment, Lease lease) {
        long promised = moment + lease.remaining().toNanos();
        ops.forEach(op -> history().write(HistoryLine.of(HistoryLine.Kind.HELD, op, moment, promised, share.text())));
        Standing begun = new Standing(ops, new AtomicLong(moment), new AtomicLong(promised));
        standing = begun;
        lease.onLost(() -> lost(begun));
    }

    /**
     * Ends a hold whose lease tells its loss early. The lock may have gone to another before this runs, and the client
     * may be in a call that does not end: so the last look counts.
     */
    private void lost(Standing held) {
        if (System.nanoTime() < held.promised.get()) {
            long seen = held.seen.get();
            held.ops.forEach(op -> history().write(HistoryLine.of(HistoryLine.Kind.RELEASE, op, seen, 0, "")));
        }
    }

    private void use(List<String> ops, Lease lease, Use use) {
        try (lease) {
            try {
                use.with(ops, lease);
            } finally {
                ops.forEach(op -> history().tell(HistoryLine.Kind.RELEASE, op, 0, ""));
            }
        } catch (RuntimeException e) {
            // The lock was lost, or its server does not answer. The hold is over, and the line says since when.
            if (!isExpected(e)) {
                throw e;
            }
        }
    }

    /** Holds for so long, and records from time to time what the lease promises. */
    void pass(List<String> ops, Lease lease, long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, STEP_NANOS));
            prolonged(ops, lease);
        }
        recorder.steps().at(UpdateSteps.HOLDING);
    }

    private void prolonged(List<String> ops, Lease lease) {
        long moment = System.nanoTime();
        long left = lease.remaining().toNanos();
        if (left > 0) {
            standing.seen.set(moment);
            if (moment + left > standing.promised.get() + RENEWED_NANOS) {
                standing.promised.set(moment + left);
                ops.forEach(op ->
                        history().write(HistoryLine.of(HistoryLine.Kind.PROLONGED, op, moment, moment + left, "")));
            }
        }
    }

    /**
     * The leases that are held, as one thread believes and another may learn.
     *
     * @param seen the moment of the last look that saw them stand
     * @param promised the end of the time that they promise
     */
    private record Standing(List<String> ops, AtomicLong seen, AtomicLong promised) {}

    /** The work that is done while locks are held. */
    @FunctionalInterface
    interface Use {
        void with(List<String> ops, Lease lease);
    }
}
