package io.github.stormlock.bolt;

/** What becomes of a tuple that can never succeed. */
public enum Rejection {
    /** The error is reported and the tuple failed: its spout replays it or gives it up. */
    FAIL,
    /** The tuple is acked: what {@code rejected} emitted accounts for it. */
    ACK
}
