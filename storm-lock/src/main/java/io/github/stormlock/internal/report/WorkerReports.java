package io.github.stormlock.internal.report;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.figures.ShownEntries;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.update.UpdateRuntime;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in Redis, now and then, what a factory does: see {@code docs/insight-format.md}. It begins when the factory is
 * first used, on the threads that wait for answers to the watchdog, so that no lease and no caller waits for it. It borrows
 * a pooled connection for one round trip. Where Redis refuses, it warns once and tries once a minute: locks need no
 * reports. What one report could not tell is told by the next: while Redis is away, waits are long. Thread-safe.
 */
public final class WorkerReports implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerReports.class);
    private static final long WATCHED_MILLIS = 1_000;
    private static final long REFUSED_MILLIS = 60_000;
    private static final long BUDGET_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LIVES_INTERVALS = 3;

    private final UpdateRuntime updates;
    private final LockRuntime locks;
    private final String topology;
    private final long intervalMillis;
    private final ShownEntries shown;
    private final LockNames names;
    private @Nullable WorkerIdentity identity;
    private final AtomicBoolean begun = new AtomicBoolean();
    /** Held while a report is made, so that none is written after the end. */
    private final ReentrantLock reporting = new ReentrantLock();

    private final Map<LockTime, Histogram> untold = new EnumMap<>(LockTime.class);
    private final long begunNanos = System.nanoTime();
    private long toldNanos = begunNanos;
    private long number;
    private boolean told;
    private boolean warned;
    private boolean closed;

    /**
     * Creates the reports of a factory, which do not begin yet.
     *
     * @param topology the name of the topology; empty for none
     */
    public WorkerReports(UpdateRuntime updates, String topology, LockSettings settings) {
        this.updates = updates;
        this.locks = updates.locks();
        this.topology = topology;
        this.intervalMillis = settings.insightInterval().toMillis();
        this.shown = new ShownEntries(settings.insightEntries());
        this.names = locks.names();
        for (LockTime each : LockTime.values()) {
            untold.put(each, new Histogram(2));
        }
    }

    /** Begins to report, unless it has begun, or is not wanted. */
    public void begin() {
        if (intervalMillis > 0 && begun.compareAndSet(false, true)) {
            locks.figures().hot().begin();
            // A factory that lives for a moment tells nothing.
            reportIn(Math.min(intervalMillis, WATCHED_MILLIS));
        }
    }

    private void reportIn(long millis) {
        var unused = locks.threads()
                .watchdog()
                .schedule(() -> locks.threads().senders().execute(this::run), millis, TimeUnit.MILLISECONDS);
    }

    private void run() {
        // Not under the lock: it may ask the machine's resolver.
        WorkerIdentity worker = identity == null ? WorkerIdentity.ofThisJvm(topology) : identity;
        identity = worker;
        reporting.lock();
        try {
            if (!closed) {
                reportIn(tryToReport(worker));
            }
        } finally {
            reporting.unlock();
        }
    }

    /** Returns how many milliseconds from now the next report is due. */
    private long tryToReport(WorkerIdentity worker) {
        try {
            return report(worker);
        } catch (RedisException e) {
            return refused(e);
        } catch (Throwable t) {
            LOG.warn("what this worker does could not be told in Redis; locks do without", t);
            return REFUSED_MILLIS;
        }
    }

    private long report(WorkerIdentity worker) {
        long now = System.nanoTime();
        untold.forEach(locks.figures()::addUntoldTo);
        long lives = LIVES_INTERVALS * intervalMillis;
        number++;
        String document = new WorkerDocument(worker, LibraryVersion.TEXT)
                .with("every", intervalMillis)
                .with("lives", lives)
                .with("seq", number)
                .with("up", TimeUnit.NANOSECONDS.toMillis(now - begunNanos))
                .callers(locks.callers().names())
                .sums(locks.figures().sums(), locks.port().roundTrips())
                .times(untold, TimeUnit.NANOSECONDS.toMillis(now - toldNanos))
                .pool(locks.port().pool())
                .rows(new Rows(updates, shown), locks.figures().hot().counted())
                .text();
        List<@Nullable Object> answers = locks.port()
                .runAll(
                        List.of(
                                ReportCalls.report(names, locks.factory(), document, lives),
                                ReportCalls.announce(names, locks.factory(), lives)),
                        BUDGET_NANOS);
        for (Object answer : answers) {
            if (answer instanceof RedisException failure) {
                throw failure;
            }
        }
        told = true;
        toldNanos = now;
        untold.values().forEach(Histogram::reset);
        locks.figures().hot().begin();
        boolean watched = Bytes.number(Objects.requireNonNull(answers.get(1))) == 1;
        return watched ? Math.min(WATCHED_MILLIS, intervalMillis) : intervalMillis;
    }

    private long refused(RedisException e) {
        if (!(e instanceof RedisRefusedException)) {
            // The server is away, which those tell who need it.
            LOG.debug("what this worker does could not be told in Redis: {}", e.getMessage());
            return intervalMillis;
        }
        if (!warned) {
            warned = true;
            LOG.warn(
                    "what this worker does cannot be told in Redis, so that the command locks does not show it: {}. Locks do"
                            + " without. To have it, grant the user the keys {}*; or set the insight interval to 0",
                    e.getMessage(),
                    names.info(""));
        }
        return REFUSED_MILLIS;
    }

    /** Ends the reports, and removes what was told. */
    @Override
    public void close() {
        // A report takes a second at most.
        reporting.lock();
        try {
            closed = true;
            locks.figures().hot().end();
            if (told) {
                leave();
            }
        } finally {
            reporting.unlock();
        }
    }

    private void leave() {
        try {
            locks.port().runAll(ReportCalls.leave(names, locks.factory()), BUDGET_NANOS);
        } catch (RedisException e) {
            // It expires by itself.
            LOG.debug("what this worker told in Redis could not be removed: {}", e.getMessage());
        }
    }
}
