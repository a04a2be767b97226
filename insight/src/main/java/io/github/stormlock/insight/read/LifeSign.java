package io.github.stormlock.insight.read;

/** The signs of life of a factory. */
public enum LifeSign {
    /** Its worker reports. */
    REPORTING("alive"),
    /** It is connected, but its worker does not report, or not in time: it may be stopped. */
    CONNECTED("connected, but does not report"),
    /** It has no connection, and its worker does not report in time. */
    GONE("dead"),
    /** Nothing shows it, but connections cannot be seen. */
    UNKNOWN("alive or not is unknown");

    private final String words;

    LifeSign(String words) {
        this.words = words;
    }

    /** {@return it in words} */
    public String words() {
        return words;
    }
}
