package io.github.stormlock.config;

/** How a worker names entries in what it tells of itself: see {@code storm.lock.insight.entries}. */
public enum EntryNames {
    /** By their keys. */
    NAMES,
    /** By {@code #} and the first 16 hexadecimal digits of the SHA-256 of their keys. */
    DIGESTS
}
