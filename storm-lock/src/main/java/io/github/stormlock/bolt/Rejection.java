package io.github.stormlock.bolt;

/** The answer of {@link LockingBolt#rejected} about a tuple that can never succeed. */
public enum Rejection {
    /** The cause is reported and the tuple fails: its spout replays it or gives it up. Nothing is emitted. */
    FAIL,
    /**
     * The emissions of {@code rejected} are sent and the tuple is acked. They account for the event. It is not applied,
     * unless an earlier emission of the tuple applied it, or Storm refused what {@link LockingBolt#emit} emitted.
     */
    ACK
}
