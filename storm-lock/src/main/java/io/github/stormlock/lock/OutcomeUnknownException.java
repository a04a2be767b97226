package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.protocol.Shown;
import org.jspecify.annotations.Nullable;

/**
 * An update was sent, and whether it was written cannot be told. With an event id the replay of the event settles it;
 * without one, only a look at the entry does: it is not sent again, unless it is exclusive or of a batch. The outcome is
 * final: what is not written within a command time-out of when it was sent never will be, except across a fail-over, or
 * where the server's clock is set back.
 */
public final class OutcomeUnknownException extends LockException {
    private static final long serialVersionUID = 1L;

    public OutcomeUnknownException(String entry, String what, @Nullable Throwable cause) {
        super("it is unknown whether the update of entry " + Shown.name(entry) + " was written: " + what, cause);
    }
}
