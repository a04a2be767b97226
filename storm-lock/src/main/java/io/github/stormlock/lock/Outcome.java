package io.github.stormlock.lock;

/**
 * What came of an update with an event id.
 *
 * @param replay whether the event had been applied before, so that nothing was written
 * @param entry the entry as it stands after the commit, or as it stood when the replay was seen; for reading only
 */
public record Outcome<V>(boolean replay, V entry) {}
