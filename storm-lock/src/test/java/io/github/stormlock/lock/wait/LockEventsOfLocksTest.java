package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.ToldEvents;
import io.github.stormlock.lock.kind.Latch;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A factory with a listener: each kind of lock that is made from it tells what happens. */
@OnRedis
@Tag("contract")
class LockEventsOfLocksTest {
    private static final Duration SHORT = Duration.ofMillis(800);

    private final ToldEvents told = new ToldEvents();
    private LockFixture fixture;
    private RedisLockFactory other;
    private RedisLockFactory telling;

    /** One way to take a lock of some kind. */
    private record Kind(String name, Taking taking) {
        @Override
        public String toString() {
            return name;
        }
    }

    private interface Taking {
        Optional<Lease> take(RedisLockFactory factory, Duration wait);
    }

    static Stream<Kind> kinds() {
        return Stream.of(
                new Kind("mutex", (factory, wait) -> factory.mutex("a").tryAcquire(wait)),
                new Kind("fair", (factory, wait) -> factory.fair("a").tryAcquire(wait)),
                new Kind(
                        "write",
                        (factory, wait) -> factory.readWrite("a").write().tryAcquire(wait)),
                new Kind("permits", (factory, wait) -> factory.permits("a", 1).tryAcquire(1, wait)),
                new Kind("all", (factory, wait) -> factory.all("a", "b").tryAcquire(wait)));
    }

    @BeforeEach
    void open() {
        // A wait on a busy machine may be slow.
        LockSettings silent = LockSettings.builder().insightSlow(Duration.ZERO).build();
        telling = fixture.factory(silent).withEvents(told);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void eachKindTellsItsGrantAndItsEnd(Kind kind) {
        kind.taking().take(telling, SHORT).orElseThrow().close();
        assertThat(told.names()).containsExactly("wait", "hold");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void eachKindTellsThatItIsBusyAndThatAWaitIsOver(Kind kind) {
        try (Lease held = kind.taking().take(other, SHORT).orElseThrow()) {
            assertThat(held.isHeld()).isTrue();
            assertThat(kind.taking().take(telling, SHORT)).isEmpty();
        }
        assertThat(told.names()).startsWith("contended").endsWith("timedOut").doesNotContain("wait", "hold");
    }

    @Test
    void readersTellTheirGrantsAndWaits() {
        telling.readWrite("a").read().acquire(SHORT).close();
        try (Lease held = other.readWrite("a").write().acquire(SHORT)) {
            assertThat(held.isHeld()).isTrue();
            assertThat(telling.readWrite("a").read().tryAcquire(SHORT)).isEmpty();
        }
        assertThat(told.names()).startsWith("wait", "hold", "contended").endsWith("timedOut");
    }

    @Test
    void latchTellsItsWaits() {
        Latch latch = telling.latch("a", 1, Duration.ofMinutes(1));
        assertThat(latch.await(SHORT)).isFalse();
        assertThat(told.names()).startsWith("contended").endsWith("timedOut");
        int left = latch.countDown("one");
        assertThat(left).isZero();
        assertThat(latch.await(SHORT)).isTrue();
        assertThat(told.names()).endsWith("wait");
    }

    @Test
    void guardsTellTooAndACallersViewKeepsTheListener() {
        telling.calledBy("somebody").guard("entry", Entries.hash()).change(entry -> entry.add("n", 1));
        assertThat(told.names()).contains("wait");
    }
}
