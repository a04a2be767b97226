package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.Crowd;
import io.github.stormlock.lock.fixture.Letters;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A listener or a kind of entry may throw anything, at any time. A group that is written is still written once. */
@OnRedis
class UserTroubleTest {
    private LockFixture fixture;

    private EntryReader entries;
    private RedisLockFactory locks;
    private Crowd crowd;

    @BeforeEach
    void open() {
        locks = fixture.factory();
        crowd = new Crowd(fixture, "lock:{log}");
    }

    private GuardedEntry<StringBuilder> log(EntryKind<StringBuilder> kind) {
        return locks.guard("log", kind).withWait(LockFixture.LONG).withEvents(crowd.events());
    }

    private Future<Outcome<StringBuilder>> appends(GuardedEntry<StringBuilder> log, String letter) {
        return crowd.joins(() -> log.once(EventId.none(), view -> view.append(letter)));
    }

    /** Returns events that count for the crowd, and throw when the first commit is told. */
    private LockEvents throwing(Error thrown) {
        LockEvents counting = crowd.events();
        AtomicInteger commits = new AtomicInteger();
        return new LockEvents() {
            @Override
            public void counted(LockCount what) {
                counting.counted(what);
            }

            @Override
            public void took(LockTime what, long nanos) {
                if (what == LockTime.COMMIT && commits.getAndIncrement() == 0) {
                    throw thrown;
                }
            }
        };
    }

    @Test
    void groupIsWrittenOnceAndToldSoWhenAListenerThrows() throws Exception {
        GuardedEntry<StringBuilder> log = log(new Letters());
        Future<Outcome<StringBuilder>> leader = appends(log.withEvents(throwing(new OutOfMemoryError("metrics"))), "a");
        Future<Outcome<StringBuilder>> other = appends(log, "b");
        crowd.letGo();
        assertThat(LockFixture.result(other).replay()).isFalse();
        assertThat(entries.string("log")).hasValue("ab");
        assertThat(LockFixture.result(leader).replay()).isFalse();
    }

    /** Two updates are of one group. One behind them sees the entry in another way, so that the lease goes on. */
    @ParameterizedTest
    @ValueSource(strings = {"changes", "settled", "reopened", "exists"})
    void groupIsWrittenOnceWhenItsKindThrows(String method) throws Exception {
        GuardedEntry<StringBuilder> log = log(new Fragile(method, new AtomicInteger()));
        List<Future<Outcome<StringBuilder>>> updates = new ArrayList<>();
        updates.add(appends(log, "a"));
        updates.add(appends(log, "b"));
        updates.add(appends(log.expiringAfter(Duration.ofMinutes(1)), "c"));
        crowd.letGo();
        StringBuilder told = new StringBuilder();
        for (int i = 0; i < updates.size(); i++) {
            try {
                assertThat(LockFixture.result(updates.get(i)).replay()).isFalse();
                told.append((char) ('a' + i));
            } catch (IllegalStateException e) {
                assertThat(e).hasMessage("mine");
            }
        }
        assertThat(entries.string("log").orElse("").chars().sorted().toArray())
                .as("%s, where %s were told to be written", entries.string("log"), told)
                .isEqualTo(told.chars().toArray());
    }

    @Test
    void updateWhoseKindAlwaysThrowsIsNotWritten() {
        crowd.letGo();
        GuardedEntry<StringBuilder> log = locks.guard("log", new Fragile("settled", new AtomicInteger(-1_000_000)));
        assertThatThrownBy(() -> log.once(EventId.opaque("1"), view -> view.append("a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("mine");
        assertThat(entries.keys("*")).isEmpty();
    }

    /** A kind of letters that throws in one of its methods, once, or until its count is positive. */
    private record Fragile(String method, AtomicInteger count) implements EntryKind<StringBuilder> {
        private static final Letters LETTERS = new Letters();

        private void throwIn(String called) {
            if (called.equals(method) && count.getAndIncrement() <= 0) {
                throw new IllegalStateException("mine");
            }
        }

        @Override
        public String redisType() {
            return LETTERS.redisType();
        }

        @Override
        public String sizeCommand() {
            return LETTERS.sizeCommand();
        }

        @Override
        public EntryCommand read() {
            return LETTERS.read();
        }

        @Override
        public StringBuilder open(boolean exists, Object answer) {
            return LETTERS.open(exists, answer);
        }

        @Override
        public List<EntryCommand> changes(StringBuilder view) {
            throwIn("changes");
            return LETTERS.changes(view);
        }

        @Override
        public StringBuilder settled(StringBuilder view) {
            throwIn("settled");
            return LETTERS.settled(view);
        }

        @Override
        public StringBuilder reopened(StringBuilder view) {
            throwIn("reopened");
            return LETTERS.reopened(view);
        }

        @Override
        public boolean exists(StringBuilder view) {
            throwIn("exists");
            return LETTERS.exists(view);
        }
    }
}
