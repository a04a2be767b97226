package io.github.stormlock.internal.report;

import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.figures.ShownEntries;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.update.UpdateRuntime;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in Redis, now and then, what a factory does: see {@code docs/insight-format.md}. It begins when the factory is
 * first used, on a thread of its own, so that no lease and no caller waits for it. It borrows a pooled connection for
 * one round trip, and leaves a report out while others wait for one, but never two in a row. Where Redis refuses, it
 * warns once and tries once a minute: locks need no reports. Thread-safe.
 */
public final class WorkerReports implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerReports.class);
    private static final long WATCHED_MILLIS = 1_000;
    private static final long REFUSED_MILLIS = 60_000;
    private static final long BUDGET_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LIVES_INTERVALS = 3;

    private final UpdateRuntime updates;
    private final LockRuntime locks;
    private final String name;
    private final ReportSettings settings;
    private final long intervalMillis;
    private final ShownEntries shown;
    private final LockNames names;
    private final long begunNanos;
    private final Untold untold;
    private @Nullable Thread thread;
    private boolean closed;
    private boolean told;
    private boolean warned;
    private boolean leftOut;
    private long skipped;
    private long number;

    /**
     * Creates the reports of a factory; begins no thread yet.
     *
     * @param name a part of the name of the thread
     */
    public WorkerReports(UpdateRuntime updates, String name, ReportSettings settings) {
        this.updates = updates;
        this.locks = updates.locks();
        this.name = name;
        this.settings = settings;
        this.intervalMillis = settings.intervalMillis();
        this.shown = new ShownEntries(settings.entries());
        this.names = locks.names();
        this.begunNanos = System.nanoTime();
        this.untold = new Untold(locks.figures(), begunNanos);
    }

    /** Begins to report, unless it has begun, or is not wanted. */
    public synchronized void begin() {
        if (thread != null || closed || settings.isSilent()) {
            return;
        }
        locks.figures().hot().begin();
        Thread fresh = new Thread(this::run, "storm-lock-insight-" + name);
        fresh.setDaemon(true);
        thread = fresh;
        fresh.start();
    }

    private void run() {
        WorkerIdentity worker = WorkerIdentity.ofThisJvm(settings.topology());
        // A factory that lives for a moment tells nothing.
        long pause = Math.min(intervalMillis, WATCHED_MILLIS);
        while (pausedFor(pause)) {
            try {
                pause = report(worker);
            } catch (RedisException e) {
                pause = refused(e);
            } catch (Throwable t) {
                pause = REFUSED_MILLIS;
                LOG.warn("what this worker does could not be told in Redis; locks do without", t);
            }
        }
    }

    /** Returns false if it is closed. */
    private synchronized boolean pausedFor(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            for (long left = millis; left > 0 && !closed; left = leftMillis(end)) {
                wait(left);
            }
        } catch (InterruptedException e) {
            return false;
        }
        return !closed;
    }

    private static long leftMillis(long end) {
        return TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }

    /** Returns how many milliseconds from now the next report is due. */
    private long report(WorkerIdentity worker) {
        if (locks.port().pool().waiting() > 0 && !leftOut) {
            leftOut = true;
            skipped++;
            return intervalMillis;
        }
        // The next one comes: that threads wait for connections all the time has to be told, too.
        leftOut = false;
        long now = System.nanoTime();
        untold.take(now);
        long lives = LIVES_INTERVALS * intervalMillis;
        number++;
        String document = new WorkerDocument(worker, LibraryVersion.TEXT, settings.mode())
                .with("every", intervalMillis)
                .with("lives", lives)
                .with("seq", number)
                .with("up", TimeUnit.NANOSECONDS.toMillis(now - begunNanos))
                .callers(locks.callers().names())
                .sums(locks.figures().sums(), locks.port().roundTrips(), skipped)
                .times(untold)
                .pool(locks.port().pool())
                .rows(new Rows(updates, shown), untold.hot())
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
        untold.told();
        synchronized (this) {
            told = true;
        }
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
        locks.figures().hot().end();
        boolean stands;
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
            notifyAll();
        }
        if (running == null) {
            return;
        }
        joinUninterrupted(running);
        synchronized (this) {
            stands = told;
        }
        if (stands) {
            leave();
        }
    }

    private static void joinUninterrupted(Thread running) {
        boolean interrupted = Thread.interrupted();
        try {
            running.join(TimeUnit.NANOSECONDS.toMillis(BUDGET_NANOS));
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
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
