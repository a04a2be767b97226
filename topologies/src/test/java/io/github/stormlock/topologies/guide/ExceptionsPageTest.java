package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.RedisClient;

/** The page on exceptions is right about each: whether the update was written, and whether it can succeed later. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class ExceptionsPageTest {
    private static final EventId ID = EventId.opaque("delivery-1");

    @Test
    void eachExceptionIsOnThePage() {
        String page = page();
        assertThat(LockException.class.getPermittedSubclasses()).hasSize(6).allSatisfy(type -> assertThat(page)
                .contains("| `" + type.getSimpleName() + "` |"));
    }

    @Test
    void unavailableIsNotWrittenAndSucceedsLater(RedisServer redis, EntryReader entries) {
        try (FaultProxy proxy = FaultProxy.to(redis);
                RedisLockFactory locks = RedisLockFactory.connect(proxy.uri().toString())) {
            GuardedEntry<HashEntry> stock = locks.guard("away", Entries.hash());
            proxy.refuse(true);
            assertThatThrownBy(() -> stock.change(entry -> entry.add("left", 1)))
                    .isInstanceOf(LockUnavailableException.class)
                    .satisfies(ExceptionsPageTest::passesAsThePageSays);
            assertThatThrownBy(() -> Delivery.deliver(stock, ID, 1, 2)).isInstanceOf(LockUnavailableException.class);
            assertThat(entries.hash("away")).isEmpty();
            proxy.heal();
            Delivery.deliver(stock, ID, 1, 2);
            assertThat(entries.hash("away")).isEqualTo(Map.of("left", "1"));
        }
    }

    @Test
    void timedOutIsNotWrittenAndSucceedsLater(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString());
                RedisClient other = RedisClient.create(redis.uri())) {
            GuardedEntry<HashEntry> stock = locks.guard("held", Entries.hash()).withWait(Duration.ofMillis(200));
            other.set("lock:{held}", "another");
            assertThatThrownBy(() -> stock.change(entry -> entry.add("left", 1)))
                    .isInstanceOf(LockTimeoutException.class)
                    .satisfies(ExceptionsPageTest::passesAsThePageSays)
                    .hasMessageContaining("another");
            assertThat(entries.hash("held")).isEmpty();
            other.del("lock:{held}");
            Delivery.deliver(stock, ID, 1, 1);
            assertThat(entries.hash("held")).isEqualTo(Map.of("left", "1"));
        }
    }

    @Test
    void unknownWithoutAnIdMayBeWritten(RedisServer redis, EntryReader entries) {
        try (FaultProxy proxy = FaultProxy.to(redis);
                RedisLockFactory locks = RedisLockFactory.connect(proxy.uri().toString())) {
            GuardedEntry<HashEntry> stock = locks.guard("unknown", Entries.hash());
            stock.change(entry -> entry.add("left", 1));
            proxy.dropNextReply(1, ReplyLoss.CUT);
            assertThatThrownBy(() -> stock.change(entry -> entry.add("left", 1)))
                    .isInstanceOf(OutcomeUnknownException.class)
                    .satisfies(ExceptionsPageTest::passesAsThePageSays);
            assertThat(entries.hash("unknown")).isEqualTo(Map.of("left", "2"));
            proxy.dropNextReply(1, ReplyLoss.CUT);
            Delivery.deliver(stock, ID, 1, 1);
            Delivery.deliver(stock, ID, 1, 1);
            assertThat(entries.hash("unknown")).isEqualTo(Map.of("left", "3"));
        }
    }

    @Test
    void lostLeaseIsNotWrittenAndItsUpdateRunsAgain(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString());
                RedisClient other = RedisClient.create(redis.uri())) {
            GuardedEntry<HashEntry> stock = locks.guard("lost", Entries.hash()).exclusive();
            assertThatThrownBy(() -> stock.change(entry -> {
                        other.del("lock:{lost}");
                        entry.add("left", 1);
                    }))
                    .isInstanceOf(LeaseLostException.class)
                    .satisfies(ExceptionsPageTest::passesAsThePageSays);
            assertThat(entries.hash("lost")).isEmpty();
            Delivery.deliver(stock, ID, 1, 1);
            assertThat(entries.hash("lost")).isEqualTo(Map.of("left", "1"));
        }
    }

    @Test
    void interruptedIsNotWrittenAndKeepsTheFlag(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            GuardedEntry<HashEntry> stock = locks.guard("interrupted", Entries.hash());
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> Delivery.deliver(stock, ID, 1, 3))
                    .isInstanceOf(LockInterruptedException.class)
                    .satisfies(ExceptionsPageTest::passesAsThePageSays);
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(entries.hash("interrupted")).isEmpty();
    }

    @Test
    void refusedAndThrownAreNotWrittenAndNotTriedAgain(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            locks.guard("text", Entries.string()).change(text -> text.set("abc"));
            assertThatThrownBy(() -> Delivery.deliver(locks.guard("text", Entries.hash()), ID, 1, 3))
                    .isInstanceOf(EntryRefusedException.class)
                    .satisfies(ExceptionsPageTest::passesAsThePageSays);
            locks.guard("shelf", Entries.hash()).change(shelf -> shelf.set("left", "abc"));
            assertThatThrownBy(() -> Delivery.deliver(locks.guard("shelf", Entries.hash()), ID, 1, 3))
                    .isInstanceOf(NumberFormatException.class)
                    .hasMessageStartingWith("entry shelf, event ")
                    .hasMessageContaining(": Field \"left\" holds \"abc\"");
            assertThatThrownBy(() -> locks.guard("lock:x", Entries.hash()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(entries.string("text")).hasValue("abc");
        assertThat(entries.hash("shelf")).isEqualTo(Map.of("left", "abc"));
    }

    private static String page() {
        return GuidePages.text(GuidePages.guide("exceptions"));
    }

    private static void passesAsThePageSays(Throwable thrown) {
        String row = page().lines()
                .filter(line -> line.startsWith("| `" + thrown.getClass().getSimpleName() + "` |"))
                .findFirst()
                .orElseThrow();
        assertThat(((LockException) thrown).isTemporary())
                .isEqualTo(row.split("\\|", -1)[3].strip().startsWith("yes"));
    }
}
