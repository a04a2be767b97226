package io.github.stormlock.torture.run;

import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.test.internal.process.DaemonThread;
import io.github.stormlock.torture.history.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

/**
 * Looks again and again which entries have a lock, and remembers the times when it saw none: between two looks that came
 * soon after one another and both found no lock. A look that took long proves nothing. It is begun and closed by one thread.
 */
public final class LockWatch implements AutoCloseable {
    private static final long PAUSE_NANOS = 40_000_000;
    private static final long SOON_NANOS = 250_000_000;
    private static final long END_MILLIS = 30_000;

    private final ServerSetup setup;
    private final List<String> entries;
    private final Map<String, List<Span>> unlocked = new HashMap<>();
    private final Thread thread;
    private volatile boolean closed;

    public LockWatch(ServerSetup setup, List<String> entries) {
        this.setup = setup;
        this.entries = List.copyOf(entries);
        entries.forEach(entry -> unlocked.put(entry, new ArrayList<>()));
        this.thread = DaemonThread.start("lock-watch", this::watch);
    }

    private void watch() {
        while (!closed) {
            long asked = System.nanoTime();
            try {
                Set<String> free = new HashSet<>(entries);
                setup.everywhere(this::locked).forEach(free::removeAll);
                long answered = System.nanoTime();
                if (answered - asked < SOON_NANOS) {
                    free.forEach(entry -> saw(entry, asked, answered));
                }
            } catch (JedisException | IllegalStateException serverIsAway) {
                // The server is away, so this look proves nothing.
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Returns the entries that have a lock, or whose lock may be at either of two servers. */
    private List<String> locked(Jedis redis) {
        return entries.stream().filter(entry -> hasLock(redis, entry)).toList();
    }

    private static boolean hasLock(Jedis redis, String entry) {
        try {
            return redis.exists(LockNames.of("").lock(entry));
        } catch (JedisMovedDataException anotherServersToTell) {
            return false;
        } catch (JedisAskDataException onItsWay) {
            return true;
        }
    }

    /** Records a look that found no lock. It extends the last stretch if the look before came soon before it. */
    private void saw(String entry, long asked, long answered) {
        List<Span> spans = unlocked.getOrDefault(entry, List.of());
        Span last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
        if (last != null && answered - last.to() < SOON_NANOS) {
            spans.set(spans.size() - 1, new Span(last.from(), answered));
        } else {
            spans.add(new Span(asked, answered));
        }
    }

    /**
     * Ends the watch, and returns the times when each entry was seen without a lock.
     *
     * @throws HarnessException if a server does not answer
     */
    public Map<String, List<Span>> end() throws InterruptedException {
        close();
        thread.join(END_MILLIS);
        if (thread.isAlive()) {
            throw new HarnessException("the watch over locks does not end: a server does not answer", null);
        }
        return Map.copyOf(unlocked);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
