package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.Garbage;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Values of other programs under the library's own keys. They are named in a short error or got over, and are never in
 * the way for good.
 */
@ContractTest(ContractTest.Of.ENTRIES_OF_FEW)
class ForeignGarbageContractTest {
    private static final String LOCK = "lock:{page}";
    private static final String FENCE = "lock-fence:{page}";
    private static final Duration BRIEFLY = Duration.ofMillis(30);
    private static final EventId OPAQUE = EventId.opaque("event");
    private static final EventId POSITION = EventId.position("file", 7, 7);

    private ContractVariant variant;
    private LockFixture fixture;

    private RedisLockFactory locks;
    private EntryReader entries;
    private GuardedEntry<HashEntry> page;

    @BeforeEach
    void open() {
        locks.check();
        page = locks.guard("page", Entries.hash()).withWait(LockFixture.LONG);
    }

    private static void count(HashEntry view) {
        view.add("hits", 1);
    }

    /** @return the message, which fits on a line */
    private static String refusal(ThrowingCallable call, Class<? extends LockException> type) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isExactlyInstanceOf(type);
        assertThat(thrown.getMessage()).contains("page").hasSizeLessThan(500).doesNotContain("\n", "\r");
        return thrown.getMessage();
    }

    /**
     * Demands that the call tells of a lock that is held for ever. The call is repeated, since a busy machine may not
     * answer within the short wait.
     */
    private static void isHeldForEver(ThrowingCallable call) {
        await().untilAsserted(() ->
                assertThat(refusal(call, LockTimeoutException.class)).contains(LOCK, "never expires", "delete"));
    }

    @ParameterizedTest
    @EnumSource
    void valueWhereTheTokenShouldBeIsALockThatIsHeldForEver(Garbage garbage) {
        garbage.put(fixture.foreigner(), LOCK);
        isHeldForEver(() -> page.withWait(BRIEFLY).change(ForeignGarbageContractTest::count));
        if (garbage == Garbage.WORD || garbage == Garbage.STREAM) {
            isHeldForEverForTheOtherCallsToo();
        }
        assertThat(entries.ttlMillis(LOCK)).isEqualTo(EntryReader.NO_EXPIRY);
        assertThat(entries.keys("page")).isEmpty();
        fixture.foreigner().del(LOCK);
        page.once(OPAQUE, ForeignGarbageContractTest::count);
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "1"));
        await().until(() -> entries.keys("lock:*").isEmpty());
    }

    private void isHeldForEverForTheOtherCallsToo() {
        isHeldForEver(() -> variant.lock(locks, "page").acquire(BRIEFLY));
        isHeldForEver(() -> {
            UpdateBatch<HashEntry> batch = UpdateBatch.of(page.withWait(BRIEFLY));
            batch.add("page", OPAQUE, ForeignGarbageContractTest::count);
            batch.add("other", OPAQUE, ForeignGarbageContractTest::count);
            List<UpdateBatch.Result<HashEntry>> results = batch.run();
            assertThat(entries.hash("other")).isEqualTo(Map.of("hits", "1"));
            results.get(0).orThrow();
        });
    }

    @ParameterizedTest
    @EnumSource
    void valueWhereTheMarksShouldBeIsNamedAndNothingIsWritten(Garbage garbage) {
        for (EventId event : List.of(OPAQUE, POSITION)) {
            fixture.foreigner().del("page");
            page.once(event, ForeignGarbageContractTest::count);
            String marks = entries.keys("lock-seen:*{page}").iterator().next();
            fixture.foreigner().del(marks);
            garbage.put(fixture.foreigner(), marks);
            if (garbage.isSortedSet()) {
                // Nothing tells the value from marks. So it is used, and lives no longer than marks do.
                page.once(event, ForeignGarbageContractTest::count);
                assertThat(entries.ttlMillis(marks)).isPositive();
            } else {
                assertThat(refusal(
                                () -> page.once(event, ForeignGarbageContractTest::count), EntryRefusedException.class))
                        .contains(marks, "delete");
                refusesInABatchAlone(event);
                assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "1"));
                assertThat(entries.keys(LOCK)).isEmpty();
            }
            fixture.foreigner().del(marks);
            page.once(event, ForeignGarbageContractTest::count);
            fixture.foreigner().del(marks);
        }
    }

    private void refusesInABatchAlone(EventId event) {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
        batch.add("page", event, ForeignGarbageContractTest::count);
        batch.add("other", event, ForeignGarbageContractTest::count);
        assertThat(batch.run().get(0).failure()).isInstanceOf(EntryRefusedException.class);
        assertThat(entries.hash("other")).isEqualTo(Map.of("hits", "1"));
        fixture.foreigner().del("other");
        entries.keys("lock-seen:*{other}").forEach(fixture.foreigner()::del);
    }

    @ParameterizedTest
    @EnumSource
    void valueWhereTheFenceShouldBeIsNamedAndKept(Garbage garbage) {
        garbage.put(fixture.foreigner(), FENCE);
        Lease lease = variant.lock(locks, "page").acquire(LockFixture.LONG);
        if (garbage == Garbage.NUMBER) {
            assertThat(lease.fence()).isPositive();
        } else {
            assertThat(refusal(lease::fence, LockUnavailableException.class)).contains(FENCE, "delete");
            assertThat(entries.ttlMillis(FENCE)).isEqualTo(EntryReader.NO_EXPIRY);
        }
        fixture.foreigner().del(FENCE);
        assertThat(lease.fence()).isPositive();
    }
}
