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
     * A fresh view for an update that runs without the lock. What it is given may be out of date, or a guess: so the
     * view notes what the update sees of it, for {@link #attempted}. Parameters as for {@link #open}. {@link #reopened}
     * of such a view is such a view.
     *
     * <p>A kind that supports no attempts need not implement this, nor {@link #attempted} and {@link #remembered}.
     */
    default V openForAttempt(boolean exists, @Nullable Object answer, Set<String> fields) {
        return open(exists, answer, fields);
    }

    /**
     * Returns all that is to be sent to write an update without the lock; it is written only if all that was seen still stands. An
     * update that saw something and changed nothing has expectations and no commands. Nothing may be done with the
     * view afterwards but {@link #settled}, {@link #reopened}, {@link #remembered} and {@link #exists}.
     *
     * @param view as {@link #openForAttempt} or {@link #reopened} made it, changed by any number of updates
     * @param shown whether all that was not written outright is to be compared, and nothing left to the server: needed
     *     where the entry is shown to somebody afterwards ({@link #settled}), and where an update threw, since what it
     *     threw rests on all that it did before
     * @return {@code null} if this kind supports no attempts: then every update of it takes the lock
     */
    default @Nullable Attempted attempted(V view, boolean shown) {
        return null;
    }

    /**
     * The commands that write what was changed on {@code view} since it was opened, and nothing else; empty if
     * nothing was. Their order is such that an entry that ends non-empty is never empty in between: so it keeps its
     * time to live. None of them can fail because of its content. Of a view for an attempt, see {@link #attempted}.
     */
    List<EntryCommand> changes(V view);

    /**
     * The entry as it stands once {@link #changes} are written, for reading only: a change to it is refused, and later changes
     * of {@code view} are not seen in it. Of a view for an attempt, all of it is seen by this.
     */
    V settled(V view);

    /**
     * A fresh view of the entry as it stands once {@link #changes} are written, as if it had been read then. Leaves
     * {@code view} as it is; later changes of the one are not seen in the other.
     */
    V reopened(V view);

    /**
     * A fresh view for an attempt ({@link #openForAttempt}), of the entry as it is to be remembered once what was changed
     * on {@code view} is written. It is never to be changed itself: each attempt gets a {@link #reopened} one.
     *
     * <p>Certain in it is what was compared or written with a known value, and all of it if {@code view} was opened
     * under the lock. A part of a hash that was neither seen nor written is as it was remembered before, and a blind
     * change is applied to that: so it is a guess like any memory, and nothing may rest on it that is not compared.
     *
     * @return {@code null} if nothing of it is certain, or this kind supports no attempts. What was remembered before
     *     may then be kept, as a guess, or dropped
     */
    default @Nullable V remembered(V view) {
        return null;
    }

    /**
     * About how many bytes of memory a view takes that {@link #remembered} returned: what it holds, and the objects around
     * that. What is remembered is bounded by it.
     *
     * @return by default more than is ever remembered
     */
    default int weight(V remembered) {
        return Integer.MAX_VALUE;
    }

    /** Whether the entry exists once {@link #changes} are written. */
    boolean exists(V view);
}
