package io.github.stormlock.insight.read;

/** The signs of life of a factory. */
public enum LifeSign {
    /** Its worker reports. */
    REPORTING,
    /** It is connected, but its worker does not report, or not in time: it may be stopped. */
    CONNECTED,
    /** It has no connection, and its worker does not report in time. */
    GONE,
    /** Nothing shows it, but connections cannot be seen. */
    UNKNOWN
}
