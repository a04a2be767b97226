package io.github.stormlock.bolt;

import java.util.List;

/**
 * Collects what a bolt sends downstream. All of it is sent in the order emitted and anchored to the tuple, just before
 * the ack. What {@link LockingBolt#emit} emits is sent once the change is written, and what
 * {@link LockingBolt#rejected} emits is sent if it returns {@link Rejection#ACK}. What {@link LockingBolt#onTick} emits
 * is sent when it has returned, and anchored to nothing. Nothing is sent if the method throws.
 * Not thread-safe, and of no use after the method that was given it.
 *
 * <p>What Storm would refuse is refused here, before the change is written: a stream that the bolt does not declare, or
 * declares as direct, and a number of values other than that of its fields. If Storm refuses an emission all the same,
 * as a grouping of one's own may, the tuple fails although its change is written.
 */
public interface Emitter {

    /**
     * Emits a tuple to the default stream.
     *
     * @param values one value for each field that the bolt declares
     * @throws IllegalArgumentException if Storm would refuse it
     */
    void emit(List<Object> values);

    /**
     * Emits a tuple to a named stream.
     *
     * @param stream the id of the stream, which the bolt declares in {@link LockingBolt#declareOutputFields}
     * @param values one value for each field of the stream
     * @throws IllegalArgumentException if Storm would refuse it
     */
    void emit(String stream, List<Object> values);
}
