package io.github.stormlock.quorum;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.internal.acquire.AcquireRequest;
import io.github.stormlock.lock.internal.acquire.AcquireResult;
import io.github.stormlock.lock.internal.acquire.HeldLease;
import io.github.stormlock.lock.internal.acquire.Watchdog;
import io.github.stormlock.lock.internal.figures.SlowWaits;
import io.github.stormlock.lock.internal.kind.Holds;
import io.github.stormlock.lock.internal.lifecycle.FactoryThreads;
import io.github.stormlock.lock.internal.lifecycle.Ticker;
import io.github.stormlock.lock.internal.lifecycle.Users;
import io.github.stormlock.lock.internal.protocol.Tokens;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes, keeps and gives back the locks of one quorum. It has one watchdog and one name for tokens. Thread-safe. */
final class QuorumRuntime {
    /** The longest time that a caller waits until the servers have taken a lock back. */
    static final long RELEASE_NANOS = 1_000_000_000L;

    private final Ticker ticker;
    private final Tokens tokens = new Tokens(/* cluster= */ false);
    private final FactoryThreads threads = new FactoryThreads("quorum");
    private final Users users = new Users("RedisQuorum", () -> {}, this::end);
    private final Holds holds = new Holds();
    private final SlowWaits slow = new SlowWaits();

    private final Masters masters;
    private final LockSettings settings;
    private final Watchdog watchdog;

    /**
     * Creates the runtime; connects nothing yet.
     *
     * @param lanes the ways to the servers; are closed with this
     * @param longestMillis the longest lease that any client takes
     */
    QuorumRuntime(List<RedisLane> lanes, LockSettings settings, long longestMillis, Ticker ticker) {
        this.ticker = ticker;
        this.settings = settings;
        slow.begin(settings.insightSlow().toNanos(), settings.insightEntries());
        this.masters = new Masters(
                lanes.stream().map(lane -> new Master(lane, ticker)).toList(),
                ticker,
                longestMillis,
                threads.watchdog());
        this.watchdog = new Watchdog(
                masters::renewAll,
                masters::giveBackAll,
                () -> {},
                threads.watchdog(),
                threads.senders(),
                threads.notifier(),
                lease -> {},
                ticker);
    }

    Ticker ticker() {
        return ticker;
    }

    Tokens tokens() {
        return tokens;
    }

    Users users() {
        return users;
    }

    Masters masters() {
        return masters;
    }

    LockSettings settings() {
        return settings;
    }

    SlowWaits slow() {
        return slow;
    }

    Watchdog watchdog() {
        return watchdog;
    }

    Holds holds() {
        return holds;
    }

    /** Makes a lease of a grant, and has the watchdog look after it. */
    HeldLease hold(AcquireRequest wanted, QuorumGrant granted, @Nullable Thread owner) {
        AcquireResult.Grant grant =
                new AcquireResult.Grant(granted.acquisition(), granted.token(), granted.sentNanos(), List.of());
        HeldLease lease = new HeldLease(
                wanted,
                grant,
                settings.holdMax().toNanos(),
                ticker,
                owner,
                QuorumWait.driftNanos(wanted.leaseMillis()));
        // A minority may have renewed it before it was lost, and would keep the others out.
        lease.onLost(() -> giveBack(lease), threads.notifier());
        watchdog.watch(lease);
        return lease;
    }

    /** Has all servers take the lock back; returns at once. The lease has ended here before. */
    Ballot<Object> giveBack(HeldLease lease) {
        AcquireRequest wanted = lease.wanted();
        return masters.giveBack(wanted.targets().first(), lease.token(), wanted.leaseMillis(), server -> true);
    }

    private void end() {
        watchdog.close();
        for (HeldLease lease : watchdog.watched()) {
            watchdog.forget(lease);
            if (lease.lose(threads.notifier())) {
                giveBack(lease);
            }
        }
        masters.close(RELEASE_NANOS);
        threads.end();
    }
}
