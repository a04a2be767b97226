package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/**
 * A permission is taken away while updates run. A refused update was not written, and is written once when it comes
 * again.
 */
@OnRedis
class RevokedPermissionTest {
    private static final String USER = "storm-lock-revoked-permission-test";

    private LockFixture fixture;
    private Jedis operator;
    private RedisLockFactory locks;
    private EntryReader entries;

    @BeforeEach
    void open() {
        locks = fixture.factoryOf(USER);
    }

    static EventId event(String kind) {
        return kind.equals("position") ? EventId.position("file", 2, 0) : EventId.opaque("two");
    }

    @ParameterizedTest
    @ValueSource(strings = {"position", "opaque"})
    void eventThatCannotBeRememberedIsNotWritten(String kind) {
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        page.change(view -> view.add("hits", 1));
        operator.aclSetUser(USER, "-zadd");
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> page.once(event(kind), view -> view.add("hits", 1)))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("grant the user");
            assertThat(entries.hash("page")).as("refused, so not written").containsEntry("hits", "1");
        }
        operator.aclSetUser(USER, "+zadd");
        assertThat(page.once(event(kind), view -> view.add("hits", 1)).replay()).isFalse();
        assertThat(page.once(event(kind), view -> view.add("hits", 1)).replay()).isTrue();
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }

    @Test
    void entryWhoseTimeToLiveIsRefusedIsUnknownAndNotWrittenAgain() {
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash()).expiringAfter(Duration.ofMinutes(1));
        EventId first = EventId.position("file", 1, 0);
        assertThat(page.once(first, view -> view.add("hits", 1)).replay()).isFalse();
        operator.aclSetUser(USER, "-pexpire");
        Throwable thrown = catchThrowable(() -> page.once(event("position"), view -> view.add("hits", 1)));
        assertThat(thrown).isInstanceOf(OutcomeUnknownException.class);
        operator.aclSetUser(USER, "+pexpire");
        assertThat(page.once(event("position"), view -> view.add("hits", 1)).replay())
                .isTrue();
        assertThat(entries.hash("page")).containsEntry("hits", "2");
        page.change(view -> view.add("hits", 1));
        assertThat(entries.hash("page"))
                .as("nobody works on what was read before")
                .containsEntry("hits", "3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pexpire", "zmscore"})
    void replayOfWhichNobodyCanTellThatItIsOneIsNotToldWhatItsUpdateThrew(String command) {
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash()).exclusive();
        assertThat(page.once(event("opaque"), view -> view.add("hits", 1)).replay())
                .isFalse();
        GuardedEntry<HashEntry> renewing = page.withSettings(
                LockSettings.builder().eventsWindow(Duration.ofDays(2)).build());
        IllegalStateException mine = new IllegalStateException("is there already");
        Supplier<Outcome<HashEntry>> replay = () -> renewing.once(event("opaque"), view -> {
            throw mine;
        });
        operator.aclSetUser(USER, '-' + command);
        assertThatThrownBy(replay::get)
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("grant the user")
                .hasSuppressedException(mine);
        operator.aclSetUser(USER, '+' + command);
        assertThat(replay.get().replay()).isTrue();
    }

    @Test
    void lockThatCannotBeGivenBackCostsItsLeaseAndNotTheAnswer() {
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash()).withLease(Duration.ofMillis(500));
        page.change(view -> view.add("hits", 1));
        operator.aclSetUser(USER, "-del");
        assertThat(catchThrowable(() -> page.once(event("position"), view -> view.add("hits", 1))))
                .isNull();
        operator.aclSetUser(USER, "+del");
        assertThat(page.once(event("position"), view -> view.add("hits", 1)).replay())
                .isTrue();
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }
}
