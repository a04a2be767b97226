package io.github.stormlock.lock.fault;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** Grants whose answer does not arrive, and tries that arrive late. */
@OnRedis
class LateGrantAttackTest {
    private static final String KEY = "lock:{page}";
    private static final LockSettings SETTINGS = LockFixture.leasesOf(Duration.ofSeconds(3));

    private LockFixture fixture;

    private Faults faults;
    private GuardedEntry<HashEntry> page;
    private EntryReader entries;

    @BeforeEach
    void open(RedisServer redis) {
        faults = Faults.on(fixture, redis, SETTINGS, Faults.IMPATIENT).warm();
        page = faults.locks().guard("page", Entries.hash()).exclusive();
    }

    @Test
    void grantWhoseAnswerIsLostIsTakenOverByTheNextTryForAFullLease() {
        faults.proxy().dropReplyWhen(Faults.with("HGETALL"), 1, ReplyLoss.SILENCE);
        page.change(view -> {
            assertThat(entries.ttlMillis(KEY)).isGreaterThan(3_000 - Faults.IMPATIENT.toMillis() + 100);
            // The note of the second try takes a step too, if the subscription is confirmed by then.
            assertThat(entries.string(KEY))
                    .hasValueSatisfying(token -> assertThat(token).matches(".*:[23]"));
            view.add("hits", 1);
        });
        assertThat(entries.hash("page")).containsEntry("hits", "1");
        assertThat(entries.keys(KEY)).isEmpty();
    }

    @Test
    void entryIsReadAgainWithTheGrantThatIsTakenOver() {
        fixture.foreigner().hset("page", "hits", "1");
        faults.proxy()
                .dropReplyWhen(
                        command -> {
                            boolean first = Faults.with("HGETALL").test(command);
                            if (first) {
                                // This writer ignores the lock. The result shows that the first answer is not used.
                                fixture.foreigner().hset("page", "hits", "41");
                            }
                            return first;
                        },
                        1,
                        ReplyLoss.CUT);
        page.change(view -> view.add("hits", 1));
        assertThat(entries.hash("page")).containsEntry("hits", "42");
    }

    @Test
    void lateTryIsNoHolderWhileALaterOneStands() {
        faults.proxy().holdRequestWhen(Faults.with("HGETALL"), 1);
        page.change(view -> {
            String token = entries.string(KEY).orElseThrow();
            faults.proxy().releaseHeld();
            assertThat(entries.string(KEY)).hasValue(token);
            view.add("hits", 1);
        });
        assertThat(entries.hash("page")).containsEntry("hits", "1");
    }

    /** The late try costs a lease: nobody believes in that lease, so nobody can write under it. */
    @Test
    void lateTryOnAFreeLockRevivesNoOldBelief() {
        GuardedEntry<HashEntry> brief = page.withLease(Duration.ofSeconds(3));
        faults.proxy().holdRequestWhen(Faults.with("HGETALL"), 1);
        brief.change(view -> view.add("hits", 1));
        faults.proxy().releaseHeld();
        assertThat(entries.ttlMillis(KEY)).isBetween(1L, 3_000L);
        brief.change(view -> view.add("hits", 1));
        assertThat(entries.hash("page")).containsEntry("hits", "2");
        assertThat(entries.keys(KEY)).isEmpty();
    }

    /**
     * An update reads 1 and is stopped. Its lease ends, and another client writes 2. The update's commit must not be
     * accepted, even though a late try sets a token of the same acquisition.
     */
    @Test
    void staleCommitIsRefusedThoughALateTrySetsATokenOfItsAcquisition() throws Exception {
        fixture.foreigner().hset("page", "hits", "1");
        faults.proxy().holdRequestWhen(Faults.with("HGETALL"), 1);
        UnifiedJedis foreigner = fixture.foreigner();
        Future<Boolean> stale = fixture.start(() -> {
            assertThrown(
                    LeaseLostException.class,
                    () -> page.change(view -> {
                        view.add("hits", 1);
                        foreigner.del(KEY);
                        foreigner.hset("page", "hits", "2");
                        faults.proxy().releaseHeld();
                        assertThat(entries.string(KEY)).isPresent();
                    }));
        });
        assertThat(LockFixture.result(stale)).isTrue();
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }

    @Test
    void oneTryWhoseAnswerIsLostLeavesNoLock() {
        faults.proxy().dropReplyWhen(Faults.with(KEY), 1, ReplyLoss.CUT);
        assertThrown(
                LockUnavailableException.class,
                () -> faults.locks().mutex("page").tryAcquire(Duration.ZERO));
        assertThat(entries.keys(KEY)).isEmpty();
    }

    @Test
    void waitThatEndsWhileItsLastTryIsUnansweredLeavesNoLockAndIsATimeOut(RedisServer redis) {
        Faults patient = Faults.on(fixture, redis, SETTINGS).warm();
        Lease held = fixture.factory().mutex("page").acquire(LockFixture.LONG);
        // Once the waiter has left its note, its next try is granted, and the answer to that is lost.
        patient.proxy()
                .dropReplyWhen(
                        command -> {
                            boolean noted = Faults.with(KEY).test(command)
                                    && entries.keys("lock-wait*").size() == 1;
                            if (noted) {
                                held.close();
                            }
                            return noted;
                        },
                        1,
                        ReplyLoss.SILENCE);
        assertThatThrownBy(() -> patient.locks().mutex("page").acquire(Duration.ofSeconds(2)))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining(held.token());
        assertThat(held.isHeld()).isFalse();
        await().untilAsserted(() -> assertThat(entries.keys("lock:*")).isEmpty());
    }
}
