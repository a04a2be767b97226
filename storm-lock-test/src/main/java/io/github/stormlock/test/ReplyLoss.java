package io.github.stormlock.test;

/** What a client sees of a reply that is lost on its way. */
public enum ReplyLoss {
    /** Nothing: the connection stays open and silent, until the client gives up. */
    SILENCE,
    /** The end of the connection, once Redis has answered. */
    CUT
}
