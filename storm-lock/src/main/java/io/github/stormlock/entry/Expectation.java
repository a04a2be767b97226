package io.github.stormlock.entry;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that an update saw of an entry, and that must still stand when the update is written: a reading command,
 * and the parts that the server must answer to it now. Immutable as long as nobody changes the lists and arrays, which
 * are not copied.
 *
 * <p>A command that answers one value has one part. For GET it is the value, or {@code null} for an absent entry; for
 * EXISTS, HLEN, SCARD and ZCARD it is the number as decimal text. A command that answers a list has a part for each
 * element, with numbers as decimal text; LRANGE on an absent list has none. An absent part differs from every value,
 * also from an empty one. A list in a list, as XRANGE answers, is the number of its elements followed by these.
 *
 * @param command the reading command
 * @param answer the parts in the order of the answer; {@code null} stands for absent
 * @hidden
 */
public record Expectation(EntryCommand command, List<byte @Nullable []> answer) {}
