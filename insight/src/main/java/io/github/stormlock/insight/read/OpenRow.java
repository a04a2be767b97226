package io.github.stormlock.insight.read;

/**
 * An update that has been computed for more than a second without a lock: Redis knows nothing of it. Immutable.
 *
 * @param entry the entry
 * @param age since when, in milliseconds before the document was written
 * @param caller the number of its caller
 * @param thread the name of its thread
 * @param threadId the number of that thread, 0 if unknown
 * @param inside how many wait behind it in the same worker
 */
public record OpenRow(String entry, long age, int caller, String thread, long threadId, long inside) {}
