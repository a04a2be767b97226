package io.github.stormlock.lock;

import io.github.stormlock.internal.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * An update was sent, and it cannot be told whether it was written. With an event id, a replay of the event settles
 * it. Without one, only a look at the entry tells. An update without an event id is not sent again, unless it was
 * sent under the lock, as an exclusive one is.
 *
 * <p>For an update that was sent without the lock the outcome is final: if it is not written within a command
 * time-out of when it was sent, it never will be, except across a fail-over or where the server's clock is set back.
 * One that was sent under the lock may still be written until its lease has ended.
 */
public final class OutcomeUnknownException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param entry the key of the entry
     * @param what the reason, as the end of the message
     * @param cause the exception of the client; may be {@code null}
     */
    public OutcomeUnknownException(String entry, String what, @Nullable Throwable cause) {
        super("it is unknown whether the update of entry " + Printable.name(entry) + " was written: " + what, cause);
    }
}
