package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
}
