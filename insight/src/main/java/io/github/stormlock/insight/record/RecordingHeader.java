package io.github.stormlock.insight.record;

/**
 * The first line of a recording.
 *
 * @param at when it began, as an instant of ISO 8601
 * @param version of the command that wrote it
 * @param redis the servers
 * @param hidden true if digests stand in place of entries
 */
record RecordingHeader(String at, String version, String redis, boolean hidden) {}
