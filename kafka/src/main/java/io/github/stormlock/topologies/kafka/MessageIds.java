package io.github.stormlock.topologies.kafka;

import io.github.stormlock.lock.EventId;
import java.io.Serializable;

/**
 * Gives each message of Kafka its event id: the same one whenever the message is sent again. Immutable.
 *
 * @param epoch the number of the topics' incarnation, which the user raises when offsets come to stand for other
 *     messages
 * @param span by how many offsets the spout runs ahead of its lowest pending one, at most
 * @param gaps true if the topics are compacted or transactional: nothing bounds the span there, so the ids are opaque
 */
record MessageIds(long epoch, long span, boolean gaps) implements Serializable {

    private static final long serialVersionUID = 1L;

    EventId of(String topic, int partition, long offset) {
        // No topic has a '/' in its name, so no two partitions have one source.
        String source = topic + "/" + partition + "/" + epoch;
        return gaps ? EventId.opaque(source + "/" + offset) : EventId.positionWithin(source, offset, span);
    }
}
