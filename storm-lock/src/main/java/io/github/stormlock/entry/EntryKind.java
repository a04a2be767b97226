package io.github.stormlock.entry;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of one Redis type, shows them to an update as a view, and finds the commands that write back what
 * the update changed. {@link Entries} has the kinds: there are no others. A kind is a value: immutable, serializable and
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
    EntryKind<V> only(Part part);

    /**
     * {@return the part of the entry that a view knows} The elements of an entry that is read whole are counted first,
     * so that none is read that is too large. If the part is {@link Part#sized}, they are counted, too.
     */
    default Part part() {
        return Part.whole();
    }

    /**
     * {@return the command that reads the part}
     *
     * @hidden
     */
    EntryCommand read();

    /**
     * {@return the kind under which such entries are remembered, whatever part of them was read}
     *
     * @hidden
     */
    default EntryKind<V> whole() {
        return this;
    }

    /**
     * {@return the state of an entry as it was read} For an attempt it notes what an update sees of it, since the answer may
     * be out of date, or a guess.
     *
     * @hidden
     * @param exists true if the entry existed
     * @param answer the answer to {@link #read}: {@code null}, {@code byte[]}, or a list of such and of {@link Long}. If
     *     the part is {@link Part#sized}, a list of the number of elements and that answer; or {@code null}
     * @param forAttempt true for an update without the lock; otherwise what was read stands
     * @throws IllegalArgumentException if no entry of this kind is answered like that
     */
    EntryState opened(boolean exists, @Nullable Object answer, boolean forAttempt);

    /**
     * {@return a view over a state of such an entry}
     *
     * @hidden
     * @param state a state that this kind opened, or one made of it
     */
    V view(EntryState state);

    /**
     * {@return the state of a view}
     *
     * @hidden
     * @param view a view of this kind
     */
    EntryState state(V view);
}
