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
    private GuardedEntry<HashEntry> page;
    private Crowd crowd;

    @BeforeEach
    void open(RedisServer server, EntryReader reader) {
        stage = new Stage(server);
        entries = reader;
        stage.operator().aclSetUser(USER, "reset", "on", ">secret", "~*", "+@all", "allchannels");
        RedisLockFactory locks = stage.factory(
                stage.config().withUser(USER).withPassword(Secret.literal("secret")), LockSettings.DEFAULT);
        locks.check();
        crowd = new Crowd(stage, "lock:{page}");
        page = locks.guard("page", Entries.hash()).withWait(Stage.LONG).withEvents(crowd.events());
    }

    @AfterEach
    void close() {
        assertThat(stage.operator().aclDelUser(USER)).isNotNegative();
        stage.close();
    }

    /** Of one event, so that they are not in one group. */
    @Test
    void nextUpdateReadsWhatWasWrittenOfIt() throws Exception {
        stage.foreigner().hset("page", Map.of("n", "10", "old", "1"));
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
        assertThat(entries.hash("page")).isEqualTo(Map.of("n", "111", "old", "1"));
        assertThat(entries.keys("lock:*")).isEmpty();
    }
}
