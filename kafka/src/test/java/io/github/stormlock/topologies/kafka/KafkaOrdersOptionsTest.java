package io.github.stormlock.topologies.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.topologies.sample.TopologySubmission;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class KafkaOrdersOptionsTest {

    @Test
    void confFileShowsTheDefaults() {
        Map<String, Object> conf = TopologySubmission.conf(Map.of(), List.of("../conf/kafka-orders.yaml"), 0);
        assertThat(KafkaOrdersOptions.of(conf)).isEqualTo(KafkaOrdersOptions.of(Map.of()));
        assertThat(conf).containsAllEntriesOf(KafkaOrdersTopology.defaults());
        StormLockConfig.check(conf);
    }

    @Test
    void spanFollowsFromWhatBoundsIt() {
        Map<String, Object> conf = Map.of("kafka.orders.uncommitted.max", 100, "kafka.orders.poll.max", 20);
        assertThat(KafkaOrdersOptions.of(conf).ids().span()).isEqualTo(120);
    }

    @Test
    void spanThatWouldLoseMessagesIsRefused() {
        assertThatThrownBy(() -> KafkaOrdersOptions.of(Map.of("kafka.orders.span", 10_499)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("kafka.orders.span is 10499", "10500", "kafka.orders.uncommitted.max");
    }

    @Test
    void wrongKeysAndTopicsAreNamed() {
        assertThatThrownBy(() -> KafkaOrdersOptions.of(Map.of("kafka.orders.spam", 1)))
                .hasMessageContaining("kafka.orders.spam is no setting");
        assertThatThrownBy(() -> KafkaOrdersOptions.of(Map.of("kafka.orders.topics", "a,,b")))
                .hasMessageContaining("kafka.orders.topics is a,,b");
    }

    @Test
    void messageThatIsNoOrderBecomesATupleToo() {
        OrderTranslator translator = new OrderTranslator();
        assertThat(translator.apply(new ConsumerRecord<>("orders", 1, 7, "ann", "12")))
                .containsExactly("orders", 1, 7L, "ann", 12L);
        assertThat(translator.apply(new ConsumerRecord<>("orders", 1, 8, "ann", "twelve")))
                .containsExactly("orders", 1, 8L, "ann", -1L);
        assertThat(translator.apply(new ConsumerRecord<>("orders", 1, 9, null, null)))
                .containsExactly("orders", 1, 9L, "unknown", -1L);
    }
}
