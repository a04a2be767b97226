package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A bolt's methods must not wait for other locks: callers that wait for these methods would wait for those locks too. */
@OnRedis
@Tag("contract")
class WaitsWithinTest {
    private Tasks tasks;
    private RedisServer redis;
    private EntryReader entries;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private final List<RuntimeException> causes = new CopyOnWriteArrayList<>();

    @AutoClose
    private RedisLockFactory locks;

    @BeforeEach
    void open() {
        // This factory is another one than the bolt's, and that changes nothing.
        locks = RedisLockFactory.connect(redis.uri().toString());
        bolt.rejected = ScriptedBolt.keeping(causes);
    }

    enum Call {
        UPDATE,
        MUTEX;

        void make(RedisLockFactory locks) {
            switch (this) {
                case UPDATE -> locks.guard("other", Entries.hash()).change(entry -> entry.add("n", 1));
                case MUTEX -> {
                    Lease lease = locks.mutex("other").acquire(Duration.ofSeconds(1));
                    lease.close();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void noMethodMayWait(Call call) {
        bolt.entryKey = tuple -> made(call, "e");
        assertRefused("entryKey");
        bolt.entryKey = tuple -> tuple.getStringByField("key");
        bolt.eventId = tuple -> made(call, EventId.none());
        assertRefused("eventId", "mine");
        bolt.eventId = tuple -> EventId.none();
        bolt.parts = tuple -> made(call, Part.whole());
        assertRefused("parts", "mine");
        bolt.parts = tuple -> Part.whole();
        bolt.fields = tuple -> made(call, Set.of());
        assertRefused("fields", "mine");
        bolt.fields = tuple -> Set.of();
        bolt.emit = (tuple, entry, out) -> call.make(locks);
        assertRefused("emit", "mine");
    }

    @Test
    void emitIsRefusedToWaitAlsoOfWhatWasSetAside() {
        bolt.emit = (tuple, entry, out) -> Call.MUTEX.make(locks);
        try (Task<HashEntry> task = tasks.of(bolt)) {
            tasks.lock("mine", 100);
            task.execute("mine");
        }
        assertThat(causes).singleElement().satisfies(cause -> assertThat(cause)
                .hasMessageContaining("of other inside ")
                .hasMessageContaining("mine"));
    }

    @ParameterizedTest
    @EnumSource(Call.class)
    void rejectedMayWaitSinceItHoldsNothing(Call call) {
        bolt.update = (tuple, entry) -> {
            throw new IllegalArgumentException("never to succeed");
        };
        bolt.rejected = (tuple, cause, out) -> made(call, Rejection.ACK);
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("mine");
        assertThat(task.output().acked()).isEqualTo(1);
    }

    private <R> R made(Call call, R then) {
        call.make(locks);
        return then;
    }

    private void assertRefused(String... words) {
        causes.clear();
        try (Task<HashEntry> task = tasks.of(bolt)) {
            task.execute("mine");
            assertThat(causes).singleElement().satisfies(cause -> assertThat(cause)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("of other inside ")
                    .message()
                    .contains(words));
            assertThat(task.output().failed()).isEqualTo(1);
        }
        assertThat(entries.keys("other")).isEmpty();
    }
}
