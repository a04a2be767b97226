package io.github.stormlock.config;

import io.github.stormlock.config.internal.FlagType;
import io.github.stormlock.config.internal.NumberType;

/** The keys of Storm that are read beside those of this library. */
final class StormKeys {
    static final KeyList KEYS = new KeyList("");

    /**
     * Storm's message timeout. Twice the largest value is 365 days, the longest time for which events can be
     * remembered.
     */
    static final SettingKey<Long> MESSAGE_TIMEOUT = KEYS.of(
            "topology.message.timeout.secs",
            new NumberType("seconds", 1, 15_768_000),
            "30",
            "Storm's message timeout.");

    static final SettingKey<Boolean> MESSAGE_TIMEOUTS =
            KEYS.of("topology.enable.message.timeouts", new FlagType(), "true", "Whether tuples time out at all.");

    static final SettingKey<Long> ACKERS = KEYS.without(
            "topology.acker.executors",
            new NumberType("executors", 0, Integer.MAX_VALUE),
            "1",
            "one per worker",
            "Storm's ackers.");

    static final SettingKey<Long> PRODUCER_BATCH = batchSize(
            "topology.producer.batch.size", "How many tuples an executor gathers for another one of its worker.");

    static final SettingKey<Long> TRANSFER_BATCH =
            batchSize("topology.transfer.batch.size", "How many tuples a worker gathers for other workers.");

    private StormKeys() {}

    private static SettingKey<Long> batchSize(String name, String meaning) {
        return KEYS.of(name, new NumberType("tuples", 1, Integer.MAX_VALUE), "1", meaning);
    }
}
