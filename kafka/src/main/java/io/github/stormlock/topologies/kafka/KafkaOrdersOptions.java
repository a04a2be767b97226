package io.github.stormlock.topologies.kafka;

import io.github.stormlock.topologies.sample.SampleSettings;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.storm.kafka.spout.KafkaSpoutConfig;

/**
 * The options that the topology is built from, checked.
 *
 * @param servers the addresses of the brokers, as Kafka's {@code bootstrap.servers}
 * @param topics the topics to read
 * @param group the consumer group, under which Kafka keeps how far the topology has come
 * @param spouts the number of executors of the spout; more than the topics have partitions are idle
 * @param executors the number of executors of the bolt
 * @param uncommittedMost the most offsets of a partition that are sent and not committed, above which none is polled
 * @param pollMost the most messages of one poll
 * @param commitSeconds the time between two commits of offsets
 * @param brokerAwaySeconds for how long the spout waits for an answer of Kafka, before its worker begins anew
 * @param ids what gives each message its event id
 */
record KafkaOrdersOptions(
        String servers,
        List<String> topics,
        String group,
        int spouts,
        int executors,
        int uncommittedMost,
        int pollMost,
        int commitSeconds,
        int brokerAwaySeconds,
        MessageIds ids) {

    private static final String PREFIX = "kafka.orders.";
    private static final String TOPICS = PREFIX + "topics";
    private static final String UNCOMMITTED_MAX = PREFIX + "uncommitted.max";
    private static final String POLL_MAX = PREFIX + "poll.max";
    private static final String SPAN = PREFIX + "span";

    private static final int METADATA_MILLIS = 10_000;
    private static final int MOST = 1_000_000;

    KafkaOrdersOptions {
        topics = List.copyOf(topics);
        long least = (long) uncommittedMost + pollMost;
        if (ids.span() < least) {
            throw new IllegalArgumentException(
                    SPAN + " is " + ids.span() + ": it must be at least " + least + ", which is " + UNCOMMITTED_MAX
                            + " + " + POLL_MAX + "; below that, messages would be taken for replays and lost");
        }
        if (topics.isEmpty() || !topics.stream().allMatch(topic -> topic.matches("[a-zA-Z0-9._-]{1,249}"))) {
            throw new IllegalArgumentException(
                    TOPICS + " is " + String.join(",", topics) + ": it must be names of topics, with commas between");
        }
    }

    /**
     * Reads the {@code kafka.orders.*} keys of a topology configuration.
     *
     * @throws IllegalArgumentException if one is unknown or out of its range; the message names it
     */
    static KafkaOrdersOptions of(Map<String, Object> conf) {
        return SampleSettings.read(conf, PREFIX, KafkaOrdersOptions::read);
    }

    private static KafkaOrdersOptions read(SampleSettings settings) {
        int uncommittedMost = (int) settings.number(UNCOMMITTED_MAX, 10_000, 1, MOST);
        int pollMost = (int) settings.number(POLL_MAX, 500, 1, MOST);
        long span = settings.number(SPAN, (long) uncommittedMost + pollMost, 1, Long.MAX_VALUE);
        return new KafkaOrdersOptions(
                settings.text(PREFIX + "servers", "127.0.0.1:9092"),
                List.of(settings.text(TOPICS, "orders").split(",", -1)),
                settings.text(PREFIX + "group", KafkaOrdersTopology.NAME),
                (int) settings.number(PREFIX + "spouts", 1, 1, 1_000),
                (int) settings.number(PREFIX + "executors", 4, 1, 1_000),
                uncommittedMost,
                pollMost,
                (int) settings.number(PREFIX + "commit.seconds", 30, 1, 3_600),
                (int) settings.number(PREFIX + "broker.away.seconds", 60, 1, 3_600),
                new MessageIds(
                        settings.number(PREFIX + "epoch", 1, 0, Long.MAX_VALUE),
                        span,
                        settings.flag(PREFIX + "gaps", false)));
    }

    KafkaSpoutConfig<String, String> spout() {
        // Its processing guarantee is AT_LEAST_ONCE, and it reads on after what its group has committed.
        return KafkaSpoutConfig.builder(servers, topics.toArray(String[]::new))
                .setRecordTranslator(new OrderTranslator())
                .setMaxUncommittedOffsets(uncommittedMost)
                .setOffsetCommitPeriodMs(commitSeconds * 1_000L)
                .setProp(ConsumerConfig.GROUP_ID_CONFIG, group)
                .setProp(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, pollMost)
                .setProp(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, brokerAwaySeconds * 1_000)
                .setProp(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(30, brokerAwaySeconds) * 1_000)
                // Partitions that are added are found after this time, and not after Kafka's five minutes.
                .setProp(ConsumerConfig.METADATA_MAX_AGE_CONFIG, METADATA_MILLIS)
                // Of transactions that were aborted nothing is read.
                .setProp(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed")
                .build();
    }
}
