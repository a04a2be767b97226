package io.github.stormlock.entry;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How entries of one Redis type are read, shown to an update, and written back. A value: immutable, serializable,
 * thread-safe; equal kinds read alike.
 *
 * @param <V> the view that an update changes; used by one thread at a time
 */
public interface EntryKind<V> extends Serializable {

    /** What the server's TYPE answers for such an entry. */
    String redisType();

    /** The command whose answer is the number of elements (or bytes) of such an entry. */
    String sizeCommand();

    /**
     * The command that reads the entry.
     *
     * @param fields the fields wanted; empty for the whole entry
     * @throws IllegalArgumentException if this kind has no fields and some are named, or if there are more than
     *     {@link EntryCommand#MAX_ARGUMENTS}
     */
    EntryCommand read(Set<String> fields);

    /**
     * A fresh view of the entry as read.
     *
     * @param exists whether the entry existed
     * @param answer what {@link #read} was answered: {@code null}, {@code byte[]}, or a list of such
     * @param fields as given to {@link #read}
     */
    V open(boolean exists, @Nullable Object answer, Set<String> fields);

    /**
     * The commands that write what was changed on {@code view} since it was opened, and nothing else; empty if
     * nothing was. Their order is such that an entry that ends non-empty is never empty in between: so it keeps its
     * time to live. None of them can fail because of its content.
     */
    List<EntryCommand> changes(V view);

    /** The entry as it stands once {@link #changes} are written, for reading only: a change to it is refused. */
    V settled(V view);

    /**
     * A fresh view of the entry as it stands once {@link #changes} are written, as if it had been read then. Leaves
     * {@code view} as it is; later changes of the one are not seen in the other.
     */
    V reopened(V view);

    /** Whether the entry exists once {@link #changes} are written. */
    boolean exists(V view);
}
