package io.github.stormlock.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.redis.Secret;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A commit of which the server wrote a part leaves nothing of what was read before it to the next update. */
@ExtendWith(RedisExtension.class)
class TornCommitTest {
    private static final String USER = "storm-lock-torn-commit-test";

    private Stage stage;
    private EntryReader entries;
    private RedisLockFactory locks;

    @BeforeEach
    void open(RedisServer server, EntryReader reader) {
        stage = new Stage(server);
        entries = reader;
        stage.operator().aclSetUser(USER, "reset", "on", ">secret", "~*", "+@all", "allchannels");
        locks = stage.factory(
                stage.config().withUser(USER).withPassword(Secret.literal("secret")), LockSettings.DEFAULT);
        locks.check();
    }

    @AfterEach
    void close() {
        assertThat(stage.operator().aclDelUser(USER)).isNotNegative();
        stage.close();
    }

    /** Several times: a lease that has been passed on for 50 ms is given back, and then there is nothing to inherit. */
    @Test
    void nextUpdateReadsWhatWasWrittenOfIt() throws Exception {
        for (int round = 0; round < 8; round++) {
            String key = "page" + round;
            nextUpdateReads(key);
            assertThat(entries.hash(key)).as(key).isEqualTo(Map.of("n", "111", "old", "1"));
        }
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    /** Both are of one event, so that they are not in one group. */
    private void nextUpdateReads(String key) throws Exception {
        stage.foreigner().hset(key, Map.of("n", "10", "old", "1"));
        stage.operator().aclSetUser(USER, "+hdel");
        Crowd crowd = new Crowd(stage, "lock:{" + key + "}");
        GuardedEntry<HashEntry> page =
                locks.guard(key, Entries.hash()).withWait(Stage.LONG).withEvents(crowd.events());
        EventId event = EventId.opaque("1");
        Future<Boolean> torn = crowd.joins(() -> {
            assertThatThrownBy(() -> page.once(event, view -> {
                        view.add("n", 100);
                        view.remove("old");
                    }))
                    .isInstanceOf(OutcomeUnknownException.class);
            return true;
        });
        Future<Outcome<HashEntry>> next = crowd.joins(() -> page.once(event, view -> view.add("n", 1)));
        stage.operator().aclSetUser(USER, "-hdel");
        crowd.letGo();
        assertThat(Stage.result(torn)).isTrue();
        assertThat(Stage.result(next).replay()).isFalse();
    }
}
