package io.github.stormlock.test;

/** Which way bytes travel. */
public enum Direction {
    /** From the client to Redis. */
    REQUESTS,
    /** From Redis to the client. */
    REPLIES
}
