package io.github.stormlock.entry;

import java.util.List;

/**
 * A Redis command on one entry. It lacks the entry's key, which goes between name and arguments. It has at most
 * {@value #MAX_ARGUMENTS} arguments, so that a script can unpack them. Immutable as long as nobody changes the list,
 * which is not copied.
 *
 * @param name the command's name, such as {@code HSET}
 * @param arguments the arguments behind the key
 * @hidden
 */
public record EntryCommand(String name, List<byte[]> arguments) {
    /**
     * The name of a command that scripts make of others: a field of a hash and its new value, as {@code HSET} takes them.
     * It leaves the field's own time to live.
     */
    public static final String KEEPING_HSET = "HSETKEEP";

    /** The most arguments that a command may have. An even number, so that pairs can be cut between commands. */
    public static final int MAX_ARGUMENTS = 4_000;
}
