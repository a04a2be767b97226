package io.github.stormlock.bolt;

/** What becomes of a tuple that can never succeed. */
public enum Rejection {
    /** The cause is reported and the tuple failed: its spout replays it or gives it up. Nothing is emitted. */
    FAIL,
    /** What {@code rejected} emitted is sent and the tuple acked: it accounts for the event, which is not applied. */
    ACK
}
