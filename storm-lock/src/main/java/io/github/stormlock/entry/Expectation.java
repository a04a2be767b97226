package io.github.stormlock.entry;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reading command on one entry, and the parts that the server must answer now. A number is expected by its decimal text.
 * The list is not copied.
 *
 * @param answer one part for a command that answers one value; {@code null} for an absent one
 */
public record Expectation(EntryCommand command, List<byte @Nullable []> answer) {}
