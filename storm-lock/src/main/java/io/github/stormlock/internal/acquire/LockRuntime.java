package io.github.stormlock.internal.acquire;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.acquire.Signals.Promise;
import io.github.stormlock.internal.figures.FactoryFigures;
import io.github.stormlock.internal.lifecycle.FactoryThreads;
import io.github.stormlock.internal.lifecycle.StartCheck;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Callers;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.Tokens;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.internal.usercode.UserCode;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Takes, keeps and gives back the locks of one connection. It has one watchdog, one subscription and one name for
 * tokens. Thread-safe.
 */
public final class LockRuntime implements AutoCloseable {
    private final RedisPort port;
    private final RedisPort renewals;
    private final Ticker ticker;
    private final String keyPrefix;
    private final Tokens tokens;
    private final AcquireCalls attempts;
    private final Signals signals;
    private final Watchdog watchdog;
    private final Releases releases;
    private final FactoryThreads threads;
    private final StartCheck startCheck;
    private final OwnLeases ownLeases = new OwnLeases();
    private final FactoryFigures figures = new FactoryFigures();
    private final LockNames names;
    private volatile Runnable firstUse = () -> {};
    private volatile UnaryOperator<String> holderNames = holder -> holder;

    /**
     * Creates the runtime; begins no thread yet.
     *
     * @param port the pool for callers; is closed with this
     * @param renewals the connections for the watchdog alone; is closed with this
     * @param name a part of the names of threads
     * @param keyPrefix the beginning of all keys and channels but those of entries; empty for none
     * @param factory the part that tells its tokens from those of all other factories
     */
    public LockRuntime(
            RedisPort port, RedisPort renewals, String name, String keyPrefix, String factory, Ticker ticker) {
        this.port = port;
        this.renewals = renewals;
        this.ticker = ticker;
        this.keyPrefix = keyPrefix;
        this.tokens = new Tokens(port.isCluster(), keyPrefix, factory);
        this.signals = new Signals(port, tokens.channel(), ticker);
        this.threads = new FactoryThreads(name);
        this.watchdog = new Watchdog(
                renewals::runAll,
                renewals::runAll,
                signals::ping,
                threads.watchdog(),
                threads.senders(),
                threads.notifier(),
                ticker);
        this.attempts = new AcquireCalls(port, ticker, watchdog);
        this.releases = new Releases(port, watchdog::owe, ticker);
        this.startCheck = new StartCheck(port, tokens, keyPrefix, () -> firstUse.run());
        this.names = LockNames.of(keyPrefix);
    }

    public RedisPort port() {
        return port;
    }

    public Ticker ticker() {
        return ticker;
    }

    /** Returns the threads of the factory, which end with this. */
    public FactoryThreads threads() {
        return threads;
    }

    /** Has something begun once the server was asked what it permits, which is at the first use. */
    public void atFirstUse(Runnable begin) {
        firstUse = begin;
    }

    /** Has holders of locks told in words: by the holder as shown to people. */
    public void namesHoldersBy(UnaryOperator<String> words) {
        holderNames = words;
    }

    /**
     * Returns a holder in words, for a message. It may ask Redis, so not where a lock may yet be granted.
     *
     * @param holder the holder as shown to people
     */
    public String inWords(String holder) {
        return holderNames.apply(holder);
    }

    /** Returns the names under which Redis has the locks. */
    public LockNames names() {
        return names;
    }

    /** Returns the part of tokens that tells this factory from others. */
    public String factory() {
        return tokens.factory();
    }

    /** Returns those that wait for locks at this moment: of each line the first. */
    public List<Signals.Wait> waits() {
        return signals.waits();
    }

    /** Returns what is counted of the callers that use this. */
    public FactoryFigures figures() {
        return figures;
    }

    public OwnLeases ownLeases() {
        return ownLeases;
    }

    public AcquireCalls attempts() {
        return attempts;
    }

    public Watchdog watchdog() {
        return watchdog;
    }

    /**
     * Returns the keys of an entry and its lock.
     *
     * @throws IllegalArgumentException if {@code entry} can be no entry's key
     */
    public LockKeys keys(String entry) {
        return LockKeys.of(keyPrefix, entry, port.isCluster());
    }

    /** Returns the named callers that use this. */
    public Callers callers() {
        return tokens.callers();
    }

    /** Returns true if the holder of a lock is an update of this factory. */
    public boolean isOwnUpdate(Holder holder) {
        return tokens.isOfOwnUpdate(holder.token());
    }

    public Acquisition newAcquisition(AcquireRequest wanted) {
        return tokens.next(wanted.claimant());
    }

    /** Checks once what the server permits. */
    public void checkServer(long budgetNanos) {
        startCheck.run(budgetNanos);
    }

    /** Warns of workers with another prefix of keys. Throws nothing. */
    public void warnOfPrefixes(long budgetNanos) {
        startCheck.warnOfPrefixes(budgetNanos);
    }

    /** Ends the waits of {@link #acquire}, whose callers are refused. Updates under way wait on for their locks. */
    public void refuseWaiters() {
        signals.refuseAll();
    }

    /**
     * Acquires a lock as {@link AcquireLoop#run} does, and tells the listener. After {@link #refuseWaiters} it does not
     * wait.
     */
    @CheckReturnValue
    public AcquireResult acquire(AcquireRequest wanted, long deadlineNanos) {
        UserCode.refuse("acquire", wanted.name());
        long started = ticker.nanos();
        AcquireLoop loop = new AcquireLoop(
                attempts, signals, ticker, wanted, newAcquisition(wanted), deadlineNanos, started, signals::isRefusing);
        boolean granted = false;
        try {
            AcquireResult outcome = serverChecked(wanted, deadlineNanos) ? loop.run() : AcquireResult.Busy.UNANSWERED;
            granted = outcome instanceof AcquireResult.Grant;
            if (granted) {
                wanted.events().took(LockTime.WAIT, loop.met() == null ? 0 : ticker.nanos() - started);
            } else if (!signals.isRefusing()) {
                wanted.events().tell(LockCount.TIMED_OUT);
            }
            return outcome;
        } finally {
            waited(wanted, loop, granted, started);
        }
    }

    private void waited(AcquireRequest wanted, AcquireLoop loop, boolean granted, long started) {
        AcquireResult.Busy met = loop.met();
        String entry = wanted.name(met == null ? 0 : met.index());
        wanted.events().waitEnds(loop.waiting(), entry, wanted.kind().name(), granted);
        long now = ticker.nanos();
        wanted.events()
                .waited(
                        entry,
                        now - started,
                        met == null || !met.holder().isNamed() ? null : () -> met.shown(wanted.targets()),
                        now);
    }

    /**
     * Checks once what the server permits.
     *
     * @return false if the wait was over before the answer came
     */
    public boolean serverChecked(AcquireRequest wanted, long deadlineNanos) {
        long left = deadlineNanos - ticker.nanos();
        long budget = left > 0 ? Math.max(left, AcquireRequest.FIRST_BUDGET_NANOS) : Long.MAX_VALUE;
        long started = ticker.nanos();
        try {
            if (wanted.interruptible()) {
                checkServer(budget);
            } else {
                startCheck.runUninterrupted(budget);
            }
            return true;
        } catch (LockUnavailableException e) {
            if (e.getCause() instanceof RedisRefusedException
                    || !AcquireRequest.cutOff(ticker.nanos() - started, budget)) {
                throw e;
            }
            return false;
        }
    }

    /**
     * Acquires a lock as {@link AcquireLoop#run} does. A later call for the same acquisition takes over what an
     * earlier one was granted.
     */
    @CheckReturnValue
    public AcquireResult take(AcquireRequest wanted, Acquisition acquisition, long deadlineNanos) {
        long came = ticker.nanos();
        if (!serverChecked(wanted, deadlineNanos)) {
            return AcquireResult.Busy.UNANSWERED;
        }
        return new AcquireLoop(attempts, signals, ticker, wanted, acquisition, deadlineNanos, came, () -> false).run();
    }

    /** Gives back what an acquisition was granted, where nobody holds it as a lease. Never throws. */
    public void withdraw(AcquireRequest wanted, Acquisition acquisition) {
        boolean interrupted = Thread.interrupted();
        attempts.withdraw(wanted, acquisition, "");
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes a lease of a grant, and has the watchdog look after it. */
    public HeldLease hold(AcquireRequest wanted, AcquireResult.Grant grant, Duration holdMax) {
        HeldLease lease = new HeldLease(wanted, grant, holdMax.toNanos(), ticker, 0);
        watchdog.watch(lease);
        return lease;
    }

    /**
     * Gives a lease back, unless it ended before.
     *
     * @param wanted true if others of this JVM want the lock. If it was used for long, clients elsewhere come first
     * @return false if the lease is known to have ended before this call
     */
    public boolean release(HeldLease lease, boolean wanted) {
        if (!end(lease)) {
            return false;
        }
        Promise next = signals.promise(lease.wanted());
        boolean gone = releases.send(lease, wanted || next != null, next);
        signals.ended(lease.wanted());
        return !gone;
    }

    /**
     * Notes that a lease turned out to have ended.
     *
     * @return true if that was not known before
     */
    public boolean lose(HeldLease lease) {
        watchdog.forget(lease);
        boolean lost = lease.lose(threads.notifier());
        signals.ended(lease.wanted());
        return lost;
    }

    /** Notes that the script that did the work has given the lease back. */
    public boolean finish(HeldLease lease) {
        boolean ended = end(lease);
        signals.ended(lease.wanted());
        return ended;
    }

    private boolean end(HeldLease lease) {
        watchdog.forget(lease);
        return lease.giveBack();
    }

    /** Gives back what is still held. Operations under way have to be over. */
    @Override
    public void close() {
        watchdog.close();
        giveBackAll();
        signals.close();
        threads.end();
        port.close();
        renewals.close();
    }

    /**
     * Gives all leases back in one pipeline, in no more time than one release may take. Their owners are told first:
     * from here on another may have their locks.
     */
    private void giveBackAll() {
        Unanswered unanswered = watchdog.unanswered();
        long now = ticker.nanos();
        for (HeldLease lease : watchdog.watched()) {
            if (lose(lease)) {
                unanswered.add(Releases.of(lease, /* wanted= */ false, now));
            }
        }
        unanswered.send(port::runAll, Releases.BUDGET_NANOS);
        long left = now + Releases.BUDGET_NANOS - ticker.nanos();
        if (left > 0) {
            unanswered.send(port::runAll, left);
        }
    }
}
