package io.github.stormlock.lock.contract.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.StreamKind;
import io.github.stormlock.lock.fixture.StreamKind.Tail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.resps.StreamEntry;

/** A further Redis type is a kind and nothing else: streams, whose answers are lists in lists. */
@ContractTest
class StreamContractTest {
    private LockFixture fixture;

    private GuardedEntry<Tail> orders;

    @BeforeEach
    void open() {
        orders = fixture.factory(LockSettings.DEFAULT).guard("orders", new StreamKind());
    }

    private static void appendNext(Tail tail) {
        String last = tail.lastId();
        long next = last == null ? 1 : new StreamEntryID(last).getTime() + 1;
        tail.append(next + "-0", "n", Long.toString(next));
    }

    private List<Long> times() {
        return fixture.foreigner().xrange("orders", (StreamEntryID) null, null).stream()
                .map(StreamEntry::getID)
                .map(StreamEntryID::getTime)
                .toList();
    }

    @Test
    void eventIsAppendedOnce() {
        for (int i = 1; i <= 10; i++) {
            for (boolean replay : new boolean[] {false, true}) {
                Outcome<Tail> outcome = orders.once(EventId.position("source", i, 0), StreamContractTest::appendNext);
                assertThat(outcome.replay()).isEqualTo(replay);
                assertThat(outcome.entry().lastId()).isEqualTo(i + "-0");
            }
        }
        assertThat(times()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
    }

    @Test
    void whatAnotherWriterHasAppendedIsSeen() {
        orders.change(StreamContractTest::appendNext);
        fixture.foreigner().xadd("orders", new StreamEntryID(7, 0), Map.of("n", "7"));
        List<String> seen = new ArrayList<>();
        orders.change(tail -> {
            seen.add(tail.lastId());
            appendNext(tail);
        });
        assertThat(seen).containsExactly("1-0", "7-0");
        assertThat(times()).containsExactly(1L, 7L, 8L);
    }

    @Test
    void entryOfAnotherTypeIsRefusedByTheTypeOfTheKind() {
        fixture.foreigner().set("orders", "x");
        assertThatThrownBy(() -> orders.change(StreamContractTest::appendNext))
                .isInstanceOf(EntryRefusedException.class)
                .hasMessageContainingAll("string", "not stream");
    }
}
