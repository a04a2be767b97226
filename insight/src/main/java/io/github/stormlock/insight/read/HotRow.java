package io.github.stormlock.insight.read;

/**
 * An entry that was busy in the last interval. Immutable.
 *
 * @param entry the key of the entry, or {@code #} and the beginning of its digest
 * @param updates the updates
 * @param groups the scripts that wrote them
 * @param waits the updates that waited
 * @param waitMicros the sum of their waits
 * @param busyMicros the sum of the times in which groups were made
 * @param misses attempts that met another value
 * @param queue the longest queue behind it
 */
public record HotRow(
        String entry,
        long updates,
        long groups,
        long waits,
        long waitMicros,
        long busyMicros,
        long misses,
        long queue) {}
