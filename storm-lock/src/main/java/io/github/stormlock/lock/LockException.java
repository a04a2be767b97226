package io.github.stormlock.lock;

import io.github.stormlock.internal.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * The base of all exceptions of locks and guarded updates. It never has an {@link InterruptedException} in its cause
 * chain, which would end a Storm executor without a message.
 */
public abstract sealed class LockException extends RuntimeException implements Cloneable
        permits LockTimeoutException,
                LeaseLostException,
                OutcomeUnknownException,
                LockUnavailableException,
                LockInterruptedException,
                EntryRefusedException {
    private static final long serialVersionUID = 1L;

    /** Says of which update it is. */
    private String update = "";

    LockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** {@return what went wrong, of which lock, or of the update of which entry and event} */
    @Override
    public String getMessage() {
        return super.getMessage() + update;
    }

    /**
     * {@return a copy that names the entry of an update, if this is of the server, and its event} All updates of a group may
     * have failed by this one.
     *
     * @param entry the key of the entry
     * @param id its event
     * @hidden
     */
    public LockException ofUpdate(String entry, EventId id) {
        try {
            LockException copy = (LockException) clone();
            boolean isOfServer = String.valueOf(super.getMessage()).startsWith("Redis ");
            String named = isOfServer ? "; entry " + Printable.name(entry) : "";
            copy.update = named + (id instanceof EventId.None ? "" : "; event " + id);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * {@return true if the same call may succeed later} It is false where somebody has to act first: the entry is of
     * another type or too large, a permission is missing, or the thread was interrupted.
     */
    public boolean isTemporary() {
        return true;
    }
}
