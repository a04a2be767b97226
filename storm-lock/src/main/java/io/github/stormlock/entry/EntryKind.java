package io.github.stormlock.entry;

import java.io.Serializable;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of one Redis type, shows them to an update as a view, and finds the commands that write back what
 * the update changed. {@link Entries} has the kinds of this library. A kind is a value: immutable, serializable and
 * thread-safe, and equal kinds read alike. It does no input or output itself.
 *
 * @param <V> the type of the view that an update changes; one thread uses a view at a time
 */
public interface EntryKind<V> extends Serializable {

    /** {@return the server's answer to TYPE for such an entry, such as {@code hash}} */
    String redisType();

    /**
     * {@return the name of the command that answers the number of elements of such an entry, or of bytes of a string}
     */
    String sizeCommand();

    /**
     * {@return the kind whose views know this part of an entry}
     *
     * @param part the part, of the whole entry
     * @throws IllegalArgumentException if entries of this type are not read by such a part
     */
    default EntryKind<V> only(Part part) {
        if (part.equals(Part.whole())) {
            return this;
        }
        throw new IllegalArgumentException("Entries of kind " + this + " are only read whole, not by " + part);
    }

    /**
     * {@return the part of the entry that a view knows} The elements of an entry that is read whole are counted first,
     * so that none is read that is too large. If the part is {@link Part#sized}, they are counted, too.
     */
    default Part part() {
        return Part.whole();
    }

    /** {@return the command that reads the part} */
    EntryCommand read();

    /**
     * {@return a fresh view of the entry as it was read under the lock}
     *
     * @param exists true if the entry existed
     * @param answer the answer to {@link #read}: {@code null}, {@code byte[]}, or a list of such and of {@link Long}. If
     *     the part is {@link Part#sized}, a list of the number of elements and that answer; or {@code null}
     * @throws IllegalArgumentException if no entry of this kind is answered like that
     */
    V open(boolean exists, @Nullable Object answer);

    /**
     * {@return a fresh view for an update that runs without the lock} The answer that it is given may be out of date,
     * or a guess. So the view notes what the update sees of it, for {@link #attempted}. The parameters are those of
     * {@link #open}, and {@link #reopened} of such a view notes what is seen, too.
     *
     * <p>A kind that supports no attempts need not implement this method, nor {@link #attempted} and
     * {@link #remembered}. Every update of such a kind takes the lock.
     *
     * @param exists true if the entry existed when it was last seen
     * @param answer the answer to the read when it was last seen; {@code null} if there was none
     */
    default V openForAttempt(boolean exists, @Nullable Object answer) {
        return open(exists, answer);
    }

    /**
     * Returns all that is sent to write an update without the lock. The server writes it only if all that was seen
     * still stands. An update that saw something and changed nothing has expectations and no commands. Afterwards the
     * view may only be given to {@link #settled}, {@link #reopened}, {@link #remembered} and {@link #exists}.
     *
     * @param view a view that {@link #openForAttempt} or {@link #reopened} made, changed by any number of updates
     * @param shown true to compare all that was not written outright, and to leave nothing to the server. That is
     *     needed if the entry is shown to somebody afterwards ({@link #settled}). It is also needed if an update threw,
     *     since what it threw rests on all that it did before
     * @return {@code null} if this kind supports no attempts: then every update of it takes the lock
     */
    default @Nullable Attempted attempted(V view, boolean shown) {
        return null;
    }

    /**
     * {@return the commands that write what was changed on {@code view} since it was opened, and nothing else; empty if
     * nothing was} In their order, an entry that ends non-empty is never empty in between: so it keeps its time to
     * live. None of them can fail because of the entry's content. A view for an attempt is written by
     * {@link #attempted} instead.
     *
     * @param view a view that this kind opened
     */
    List<EntryCommand> changes(V view);

    /**
     * {@return the entry as it stands once {@link #changes} are written, for reading only} A change to it is refused,
     * and later changes of {@code view} are not seen in it. If {@code view} is for an attempt, it counts as seen as a
     * whole from now on.
     *
     * @param view a view that this kind opened
     */
    V settled(V view);

    /**
     * {@return a fresh view of the entry as it stands once {@link #changes} are written, as if it had been read then}
     * {@code view} stays as it is, and later changes of the one are not seen in the other.
     *
     * @param view a view that this kind opened, and that {@link #isKnown}
     */
    V reopened(V view);

    /**
     * {@return true if the part that the view knows is known after the changes of the view, too} Then further updates
     * may be applied to it. A range is not known any more if too many of its elements were removed: others come into
     * it that were not read.
     *
     * @param view a view that this kind opened
     */
    default boolean isKnown(V view) {
        return true;
    }

    /**
     * Returns a view for an attempt ({@link #openForAttempt}) of the entry as it is remembered once the changes of
     * {@code view} are written. Nobody changes the returned view: each attempt gets a {@link #reopened} one.
     *
     * <p>Certain in it is what was compared, or written with a known value; and all of it if {@code view} was opened
     * under the lock. A part of a hash that was neither seen nor written is as it was remembered before, with its blind
     * changes. So it is a guess like any memory, and nothing may rest on it that is not compared.
     *
     * @param view a view that this kind opened
     * @return {@code null} if nothing of it is certain, or if this kind supports no attempts. What was remembered
     *     before may then be kept, as a guess, or dropped
     */
    default @Nullable V remembered(V view) {
        return null;
    }

    /**
     * Returns about how many bytes of memory a view of {@link #remembered} takes: its content, and the objects around
     * that. The memory of a factory is bounded by the sum of these.
     *
     * @param remembered a view that {@link #remembered} returned
     * @return by default more than is ever remembered
     */
    default int weight(V remembered) {
        return Integer.MAX_VALUE;
    }

    /**
     * {@return true if the entry exists once {@link #changes} are written}
     *
     * @param view a view that this kind opened
     */
    boolean exists(V view);

    /**
     * {@return the kind of the same entries whose views know all of them} What is remembered of an entry is remembered by
     * it, whatever part it was read by.
     */
    default EntryKind<V> whole() {
        return this;
    }

    /**
     * {@return a view of this part of the entry, as a read would find it once the changes of {@code view} are written} Each
     * update of a group is given one, so that it sees its own part and no more. Where the whole entry is read they share
     * {@code view}, which is returned itself.
     *
     * @param view a view of this kind, or of one that names more, which {@link #isKnown}, or one that is {@link #remembered}
     */
    default V cut(V view) {
        return view;
    }

    /**
     * Notes on a view all that an update saw and changed of a {@link #cut}.
     *
     * @param view the view that was cut
     * @param cut the cut that the update was given, not {@code view} itself
     */
    default void putBack(V view, V cut) {}

    /**
     * Has the view refuse changes from now on, since nothing would come of them. It may still be read, and given to the
     * other methods.
     *
     * @param view a view of this kind
     * @param entry tells the key of the entry, as shown to people
     */
    default void end(V view, Supplier<String> entry) {}

    /**
     * Has the view name its entry in what it throws, since no update does so.
     *
     * @param view a settled view of this kind, for reading only
     * @param entry tells the key of the entry, as shown to people
     */
    default void peeked(V view, Supplier<String> entry) {}

    /**
     * {@return what is known of an entry after something newer became known of a part of it}
     *
     * @param known a view that was {@link #remembered} before, of any part
     * @param newer a view that is {@link #remembered} now
     */
    default V merged(V known, V newer) {
        return newer;
    }
}
