package io.github.stormlock.lock.kind;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.resps.Tuple;

/** The notes of those who wait for the lock of a site, as a foreign client sees them, and leaves some of its own. */
record WaitKey(UnifiedJedis client) {
    static final String LOCK = "lock:{site}";
    static final String WAITING = "lock-wait:{site}";
    static final String READERS = "lock-read:{site}";
    private static final long NOTE_MILLIS = 10_000;

    List<String> notes() {
        return places().stream().map(Tuple::getElement).toList();
    }

    List<Tuple> places() {
        return client.zrangeWithScores(WAITING, 0, -1).stream()
                .filter(note -> note.getScore() > 0)
                .toList();
    }

    void awaitNotes(int count) {
        await().pollInterval(Duration.ofMillis(2)).until(() -> notes().size() == count);
    }

    /** Returns when readers have told that they wait. */
    void awaitReaders() {
        await().pollInterval(Duration.ofMillis(2)).until(() -> client.zscore(WAITING, "shared") != null);
    }

    /** Leaves the note of a waiter whose process was killed just now. */
    void leaveNoteOfTheDead(boolean cluster) {
        double now = System.currentTimeMillis();
        client.zadd(WAITING, now + NOTE_MILLIS, "storm-lock:" + (cluster ? 'c' : 's') + ":dead:1.m1:1");
        client.zadd(WAITING, -now, "seen:dead");
        client.pexpire(WAITING, NOTE_MILLIS);
    }
}
