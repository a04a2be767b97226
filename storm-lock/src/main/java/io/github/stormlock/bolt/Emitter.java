package io.github.stormlock.bolt;

import java.util.List;

/**
 * Collects what a bolt sends downstream. All of it is sent in the order emitted and anchored to the tuple, just before
 * the ack. What {@link LockingBolt#emit} emits is sent once the change is written, and what
 * {@link LockingBolt#rejected} emits is sent if it returns {@link Rejection#ACK}. What {@link LockingBolt#onTick} emits
 * is sent when it has returned, and anchored to nothing. Nothing is sent if the method throws.
 * Not thread-safe, and of no use after the method that was given it.
 *
 * <p>Nothing is checked before it is sent. If Storm then refuses what {@link LockingBolt#emit} emitted, the tuple is
 * rejected although its change is written. If it refuses what {@link LockingBolt#rejected} emitted, the tuple fails.
 */
public interface Emitter {

    /**
     * Emits a tuple to the default stream.
     *
     * @param values one value for each field that the bolt declares; the list is not copied
     */
    void emit(List<Object> values);

    /**
     * Emits a tuple to a named stream.
     *
     * @param stream the id of the stream, which the bolt declares in {@link LockingBolt#declareOutputFields}
     * @param values one value for each field of the stream; the list is not copied
     */
    void emit(String stream, List<Object> values);
}
