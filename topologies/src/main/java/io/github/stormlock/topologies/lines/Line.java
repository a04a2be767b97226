package io.github.stormlock.topologies.lines;

/**
 * A line of a file.
 *
 * @param offset the byte at which it begins, counted in the uncompressed file
 * @param text the line without its end
 * @param cut true if the line is longer than {@link LineReader#MAX_BYTES}; the text is its beginning then
 */
public record Line(long offset, String text, boolean cut) {}
