package io.github.stormlock.quorum;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.acquire.Watchdog;
import io.github.stormlock.internal.figures.SlowWaits;
import io.github.stormlock.internal.kind.Holds;
import io.github.stormlock.internal.lifecycle.FactoryThreads;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.lifecycle.Users;
import io.github.stormlock.internal.protocol.Tokens;
import java.util.List;

/** Takes, keeps and gives back the locks of one quorum. It has one watchdog and one name for tokens. Thread-safe. */
record QuorumRuntime(
        Ticker ticker,
        LockSettings settings,
        FactoryThreads threads,
        Masters masters,
        Watchdog watchdog,
        Users users,
        Tokens tokens,
        Holds holds,
        SlowWaits slow) {
    /** The longest time that a caller waits until the servers have taken a lock back. */
    static final long RELEASE_NANOS = 1_000_000_000L;

    /**
     * Creates the runtime; connects nothing yet.
     *
     * @param lanes the ways to the servers; are closed with this
     * @param longestMillis the longest lease that any client takes
     */
    static QuorumRuntime of(List<RedisLane> lanes, LockSettings settings, long longestMillis, Ticker ticker) {
        FactoryThreads threads = new FactoryThreads("quorum");
        SlowWaits slow = new SlowWaits();
        slow.begin(settings.insightSlow().toNanos(), settings.insightEntries());
        Masters masters = new Masters(
                lanes.stream().map(lane -> new Master(lane, ticker)).toList(),
                ticker,
                longestMillis,
                threads.watchdog());
        Watchdog watchdog = new Watchdog(
                masters::renewAll,
                masters::giveBackAll,
                () -> {},
                threads.watchdog(),
                threads.senders(),
                threads.notifier(),
                ticker);
        Users users = new Users("RedisQuorum", () -> {}, () -> end(masters, watchdog, threads));
        Tokens tokens = new Tokens(/* cluster= */ false);
        return new QuorumRuntime(ticker, settings, threads, masters, watchdog, users, tokens, new Holds(), slow);
    }

    /** Makes a lease of a grant, and has the watchdog look after it. */
    HeldLease hold(AcquireRequest wanted, QuorumGrant granted) {
        HeldLease lease = new HeldLease(
                wanted,
                granted.grant(),
                settings.holdMax().toNanos(),
                ticker,
                QuorumWait.driftNanos(wanted.leaseMillis()));
        watchdog.watch(lease);
        return lease;
    }

    /** Has all servers take the lock back; returns at once. The lease has ended here before. */
    Ballot giveBack(HeldLease lease) {
        return giveBack(masters, lease);
    }

    private static Ballot giveBack(Masters masters, HeldLease lease) {
        AcquireRequest wanted = lease.wanted();
        return masters.giveBack(
                QuorumCalls.giveBack(wanted.targets().first(), lease.token()), wanted.leaseMillis(), server -> true);
    }

    private static void end(Masters masters, Watchdog watchdog, FactoryThreads threads) {
        watchdog.close();
        for (HeldLease lease : watchdog.watched()) {
            watchdog.forget(lease);
            if (lease.lose(threads.notifier())) {
                giveBack(masters, lease);
            }
        }
        masters.close(RELEASE_NANOS);
        threads.end();
    }
}
