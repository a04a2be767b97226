package io.github.stormlock.entry;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All that a view knows: the entry, or a part of it, as it was read, as it is now, and what was seen of it. A view is
 * made of it when an update is given one. Not thread-safe, except where it is for reading only.
 *
 * @hidden
 */
public abstract class EntryState {
    private boolean readOnly;
    private @Nullable Supplier<String> ended;
    private @Nullable Supplier<String> peeked;

    /**
     * Returns all that is sent to write an update without the lock. The server writes it only if all that was seen
     * still stands. An update that saw something and changed nothing has expectations and no commands. Afterwards only
     * {@link #settled}, {@link #reopened}, {@link #remembered} and {@link #exists} may be called.
     *
     * @param shown true to compare all that was not written outright, and to leave nothing to the server. That is
     *     needed if the entry is shown to somebody afterwards ({@link #settled}). It is also needed if an update threw,
     *     since what it threw rests on all that it did before
     * @return what was seen, and what is to be written
     */
    public abstract Attempted attempted(boolean shown);

    /**
     * {@return the commands that write what was changed, and nothing else; none if nothing was} In their order, an entry
     * that ends non-empty is never empty in between: so it keeps its time to live. None of them can fail because of the
     * entry's content. An attempt is written by {@link #attempted} instead.
     */
    public abstract List<EntryCommand> changes();

    /**
     * {@return the entry as it stands once {@link #changes} are written, for reading only} Later changes are not seen in
     * it. In an attempt, all of this counts as seen from now on.
     */
    public abstract EntryState settled();

    /**
     * {@return the entry as it stands once {@link #changes} are written, as if it had been read then} Later changes of the
     * one are not seen in the other. Only of one that {@link #isKnown}.
     */
    public abstract EntryState reopened();

    /**
     * {@return true if the part that was read is known after the changes, too} Then further updates may be applied to it. A
     * range is not known any more if too many of its elements were removed: others come into it that were not read.
     */
    public boolean isKnown() {
        return true;
    }

    /**
     * Returns the entry as it is remembered for later attempts once the changes are written. Nobody changes what is
     * returned: each attempt gets a {@link #reopened} one.
     *
     * <p>Certain in it is what was compared, or written with a known value; and all of it under the lock. What was neither
     * seen nor written is as it was remembered before, with its blind changes. So it is a guess like any memory, and
     * nothing may rest on it that is not compared.
     *
     * @return {@code null} if nothing of it is worth to be remembered
     */
    public abstract @Nullable EntryState remembered();

    /** {@return about how many bytes of memory it takes: its content, and the objects around that} */
    public abstract int weight();

    /** {@return true if the entry exists once {@link #changes} are written} Nobody has seen that by this call. */
    public abstract boolean exists();

    /**
     * {@return a part of the entry, as a read would find it once the changes are written} Each update of a group is given
     * one, so that it sees its own part and no more. Where the whole entry is read they share this, which is returned
     * itself.
     *
     * @param kind the kind that names the part
     */
    public EntryState cut(EntryKind<?> kind) {
        return this;
    }

    /**
     * Notes all that an update saw and changed of a {@link #cut}.
     *
     * @param cut the cut that the update was given, not this itself
     */
    public void putBack(EntryState cut) {}

    /**
     * {@return what is known of an entry after something newer became known of a part of it}
     *
     * @param newer what is {@link #remembered} of it now
     */
    public EntryState merged(EntryState newer) {
        return newer;
    }

    /**
     * Refuses changes from now on: what was changed is taken, and would go without a trace. It may still be read.
     *
     * @param entry tells the key of the entry, as shown to people
     */
    public final void end(Supplier<String> entry) {
        ended = entry;
    }

    /**
     * Has what is thrown name the entry, since no update does so.
     *
     * @param entry tells the key of the entry, as shown to people
     */
    public final void peeked(Supplier<String> entry) {
        peeked = entry;
    }

    /** {@return the name of a peeked entry for a message, else nothing} An update names its entry itself, with its event. */
    public final String place() {
        return peeked == null ? "" : "entry " + peeked.get() + ": ";
    }

    /** {@return this, which is for reading only from now on} */
    protected final EntryState readOnly() {
        readOnly = true;
        return this;
    }

    /** {@return true if it is for reading only} */
    public final boolean isReadOnly() {
        return readOnly;
    }

    /** Refuses a change if this is for reading only, or its update has ended. */
    public final void requireChangeable() {
        if (readOnly) {
            throw new UnsupportedOperationException(
                    "This entry is for reading only, since it was emitted, returned or peeked at: change the entry inside its update");
        } else if (ended != null) {
            throw new IllegalStateException("entry " + ended.get()
                    + " is changed after its update has ended, which writes nothing: change it within the update,"
                    + " and pass on values, not the view");
        }
    }
}
