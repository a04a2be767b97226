package io.github.stormlock.test;

/** The way in which a client notices that a reply is lost. */
public enum ReplyLoss {
    /** The connection stays open and silent, until the client gives up. */
    SILENCE,
    /** The connection ends, once Redis has answered. */
    CUT
}
