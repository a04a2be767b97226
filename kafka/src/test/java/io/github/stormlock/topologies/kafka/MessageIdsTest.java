package io.github.stormlock.topologies.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.EventId;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MessageIdsTest {
    private static final MessageIds IDS = new MessageIds(1, 10, false);

    @Test
    void idIsAPositionThatReachesBackByTheSpan() {
        assertThat(IDS.of("orders", 3, 17)).isEqualTo(EventId.position("orders/3/1", 17, 7));
        assertThat(IDS.of("orders", 3, 7)).isEqualTo(EventId.position("orders/3/1", 7, 0));
    }

    @Test
    void partitionsTopicsAndEpochsAreToldApart() {
        MessageIds later = new MessageIds(2, 10, false);

        assertThat(Stream.of(
                        IDS.of("orders", 1, 7),
                        IDS.of("orders", 11, 7),
                        IDS.of("orders-1", 1, 7),
                        later.of("orders", 1, 7)))
                .doesNotHaveDuplicates();
    }

    /** Nothing bounds how far a pending message lies behind: a position could be taken for a replay. */
    @Test
    void topicsWithGapsTakeOpaqueIds() {
        MessageIds gaps = new MessageIds(1, 10, true);

        assertThat(gaps.of("compacted", 0, 100)).isEqualTo(EventId.opaque("compacted/0/1/100"));
    }
}
