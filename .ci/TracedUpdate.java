import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.internal.update.CallerTurn;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes the updates that Trace counts. Its arguments are the port of a Redis on loopback, and anything to list the types. Each kind of update is
 * made several times, marked each time. The last one counts, since the first ones load classes and connect.
 */
public final class TracedUpdate {
    private static final int ROUNDS = 10;
    private static final int MOST_ROUNDS = 2 * ROUNDS;
    private static final long LONGEST_WAIT_SECONDS = 20;

    private final GuardedEntry<HashEntry> entry;
    // Each thread serves all rounds, because what a new thread begins by itself is no part of an update.
    private final ExecutorService holding = thread("holding");
    private final ExecutorService leading = thread("leading");
    private final ExecutorService following = thread("following");

    private TracedUpdate(GuardedEntry<HashEntry> entry) {
        this.entry = entry;
    }

    /** One update, with the thread that made it and the thread that applied its change. */
    private static final class Member {
        private volatile Thread thread;
        private volatile Thread appliedBy;
        private volatile int applied;

        private void update(String name, GuardedEntry<HashEntry> entry) {
            thread = Thread.currentThread();
            Trace.begin(name);
            entry.change(view -> {
                applied++;
                appliedBy = Thread.currentThread();
                increment(view);
            });
            Trace.end();
        }

        private boolean isAppliedOnceBy(Thread another) {
            return applied == 1 && appliedBy == another;
        }
    }

    public static void main(String[] args) throws Exception {
        try (RedisLockFactory locks = RedisLockFactory.connect("redis://127.0.0.1:" + args[0])) {
            GuardedEntry<HashEntry> entry = locks.guard("e", Entries.hash());
            TracedUpdate traced = new TracedUpdate(entry);
            repeat(() -> alone("1  alone", entry));
            repeat(traced::group);
            repeat(() -> alone("4  alone, under the lock", entry.exclusive()));
            Trace.print(args.length > 1);
        }
    }

    /** Repeats a round until the JVM is warm and the last round went as it should. */
    private static void repeat(Callable<Boolean> round) throws Exception {
        boolean asMeant = false;
        for (int i = 0; i < ROUNDS || !asMeant; i++) {
            if (i == MOST_ROUNDS) {
                throw new IllegalStateException("updates did not go the way that is traced, however often");
            }
            asMeant = round.call();
        }
    }

    private static boolean alone(String name, GuardedEntry<HashEntry> entry) {
        Member own = new Member();
        own.update(name, entry);
        return own.isAppliedOnceBy(Thread.currentThread());
    }

    /**
     * Makes a group of two. A first update leads and stays inside its change until two others wait behind it, in a
     * known order. Then one of these leads, and takes the other along. Returns true if it went so.
     */
    private boolean group() throws Exception {
        CountDownLatch leads = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        // The entry must be remembered as it stands, because a slow update takes the lock after a miss.
        entry.change(TracedUpdate::increment);
        Future<?> first = holding.submit(() -> entry.change(view -> {
            increment(view);
            leads.countDown();
            await(goOn);
        }));
        await(leads);
        Member leader = new Member();
        Member follower = new Member();
        Future<?> second = waits(leader, "2  leader of a group of two", leading);
        Future<?> third = waits(follower, "3  follower in that group", following);
        goOn.countDown();
        for (Future<?> update : new Future<?>[] {first, second, third}) {
            update.get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        }
        return leader.isAppliedOnceBy(leader.thread) && follower.isAppliedOnceBy(leader.thread);
    }

    /** Starts an update; returns when it waits for its turn. */
    private Future<?> waits(Member member, String name, ExecutorService thread) throws InterruptedException {
        Future<?> update = thread.submit(() -> member.update(name, entry));
        long begun = System.nanoTime();
        while (member.thread == null || !(LockSupport.getBlocker(member.thread) instanceof CallerTurn)) {
            if (update.isDone() || System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS)) {
                throw new IllegalStateException("the update of the " + name + " did not wait for its turn");
            }
            Thread.sleep(1);
        }
        return update;
    }

    private static void increment(HashEntry view) {
        view.set("n", view.getLong("n") + 1);
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("an update of the group did not come as far as it should");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ExecutorService thread(String name) {
        return Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }
}
