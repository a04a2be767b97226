package io.github.stormlock.entry;

import java.util.List;

/**
 * A Redis command on one entry, without the entry's key, which goes between name and arguments. At most
 * {@value #MAX_ARGUMENTS} arguments, so that a script can unpack them. The list is not copied.
 */
public record EntryCommand(String name, List<byte[]> arguments) {
    public static final int MAX_ARGUMENTS = 4_000;
}
