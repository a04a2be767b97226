package io.github.stormlock.config;

/**
 * Refuses Storm's batching. Storm keeps a batch for each thread that emits or acks, and flushes only that of the
 * executor's thread. A locking bolt emits and acks from other threads too. What they put into a batch that does not
 * fill would never leave.
 */
final class StormBatching {
    private StormBatching() {}

    /** Notes a problem for each kind of batching that is on. */
    static void refuse(SettingReader reader) {
        refuse(reader, "topology.producer.batch.size");
        refuse(reader, "topology.transfer.batch.size");
    }

    private static void refuse(SettingReader reader, String key) {
        int tuples = reader.number(key);
        reader.refuse(
                tuples > 1,
                key + " = " + tuples
                        + " is more than 1: a locking bolt emits and acks from other threads"
                        + " than its executor's, and Storm never flushes a half-full batch of theirs, so that its"
                        + " tuples would wait for ever; set it to 1, which is Storm's default");
    }
}
