package io.github.stormlock.demo.sample;

/** A client that sends one request after another. Not thread-safe. */
interface SampleClient {

    /**
     * Returns the time at which the next request is due, in milliseconds since the log's beginning; {@link #GONE} if
     * none is.
     */
    long due();

    /** Sends the next request. */
    Hit send();

    /** The time of a request that never comes. */
    long GONE = Long.MAX_VALUE;
}
