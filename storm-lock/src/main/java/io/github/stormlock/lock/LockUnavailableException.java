package io.github.stormlock.lock;

import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.redis.RedisRefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Redis could not be asked, or refused: it is out of reach, loading, out of memory or read-only, a permission is
 * missing, and such. An answer that had not come when the wait was over is no such case: then the lock was not
 * granted in time.
 *
 * <p>Of an update nothing was written, with or without an event id. So a caller may catch this and make the same update
 * again at once, in a loop that it bounds: failures that follow each other are told 50 ms apart at least, so that the loop
 * does not spin.
 */
public final class LockUnavailableException extends LockException {
    private static final long serialVersionUID = 1L;

    private final boolean isLasting;

    /**
     * Creates the exception.
     *
     * @param lock the name of the lock; empty if the server as a whole is meant
     * @param what the reason, as the end of the message
     * @param cause the exception of the client; may be {@code null}
     */
    public LockUnavailableException(String lock, String what, @Nullable Throwable cause) {
        this((lock.isEmpty() ? "Redis" : "lock " + Printable.name(lock)) + " is unavailable: " + what, cause, false);
    }

    private LockUnavailableException(String message, @Nullable Throwable cause, boolean isLasting) {
        super(message, cause);
        this.isLasting = isLasting;
    }

    /**
     * {@return the exception of an entry that cannot be read or updated now}
     *
     * @param entry the key of the entry
     * @param what the reason, as the end of the message
     * @param cause the exception of the client; may be {@code null}
     */
    public static LockUnavailableException ofEntry(String entry, String what, @Nullable Throwable cause) {
        return new LockUnavailableException(
                "entry " + Printable.name(entry) + " is unavailable: " + what, cause, false);
    }

    /** {@return the same exception of what lasts until somebody mends it, such as a permission that is missing} */
    public LockUnavailableException lasting() {
        return new LockUnavailableException(String.valueOf(getMessage()), getCause(), true);
    }

    /**
     * {@return the same exception with advice at the end of its message}
     *
     * @param advice the advice, with what separates it
     * @hidden
     */
    public LockUnavailableException advising(String advice) {
        return new LockUnavailableException(getMessage() + advice, getCause(), isLasting);
    }

    @Override
    public boolean isTemporary() {
        return !isLasting && !(getCause() instanceof RedisRefusedException refused && !refused.isTemporary());
    }
}
