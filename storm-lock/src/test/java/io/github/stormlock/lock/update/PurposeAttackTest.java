package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The same event may be applied to the same entry more than once: for another purpose, or by another ordinal. */
@OnRedis
class PurposeAttackTest {
    private LockFixture fixture;

    private GuardedEntry<HashEntry> hour;
    private EntryReader entries;

    @BeforeEach
    void open() {
        hour = fixture.factory().guard("hour", Entries.hash());
    }

    private static boolean isReplay(GuardedEntry<HashEntry> guard, EventId event) {
        return guard.once(event, view -> view.add("hits", 1)).replay();
    }

    @Test
    void twoComponentsApplyOneEventEach() {
        for (EventId event : new EventId[] {EventId.opaque("a"), EventId.position("file", 10, 5)}) {
            assertThat(isReplay(hour.forPurpose("topology/hits"), event)).isFalse();
            assertThat(isReplay(hour.forPurpose("topology/bytes"), event)).isFalse();
            assertThat(isReplay(hour.forPurpose("topology/hits"), event)).isTrue();
            assertThat(isReplay(hour.forPurpose("topology/bytes"), event)).isTrue();
        }
        assertThat(entries.hash("hour")).containsEntry("hits", "4");
    }

    @Test
    void purposeAndSourceNeverRunTogether() {
        assertThat(isReplay(hour.forPurpose("a"), EventId.position("bc", 10, 10)))
                .isFalse();
        assertThat(isReplay(hour.forPurpose("ab"), EventId.position("c", 10, 10)))
                .isFalse();
        assertThat(isReplay(hour.forPurpose("ab:{c}\n"), EventId.position("ü", 10, 10)))
                .isFalse();
        assertThat(isReplay(hour.forPurpose(""), EventId.position("1:a", 10, 10)))
                .isFalse();
    }

    @Test
    void noIdLooksLikeAnOrdinalOfAnother() {
        assertThat(isReplay(hour, EventId.opaque("order").ordinal(1))).isFalse();
        for (String id : new String[] {"order#1", "order.1", "1=order", "=order", "order", "low", "1"}) {
            assertThat(isReplay(hour, EventId.opaque(id))).as(id).isFalse();
        }
    }
}
