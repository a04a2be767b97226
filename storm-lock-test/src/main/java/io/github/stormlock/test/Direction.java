package io.github.stormlock.test;

/** The way in which bytes travel through a {@link FaultProxy}. */
public enum Direction {
    /** From the client to Redis. */
    REQUESTS,
    /** From Redis to the client. */
    REPLIES
}
