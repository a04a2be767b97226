package io.github.stormlock.demo.sample;

/** Somebody who sends one request after another. Not thread-safe. */
interface Client {

    /** When the next request is due, in milliseconds since the log's beginning; {@link #GONE} if none is. */
    long due();

    /** Sends the next request. */
    Hit send();

    /** Never. */
    long GONE = Long.MAX_VALUE;
}
