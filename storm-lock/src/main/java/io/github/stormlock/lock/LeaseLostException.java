package io.github.stormlock.lock;

/** The lease ended before its holder was done: nothing was written under it after its end. */
public final class LeaseLostException extends LockException {
    private static final long serialVersionUID = 1L;

    LeaseLostException(String lock, String what) {
        super("the lease of lock " + Shown.name(lock) + " was lost: " + what, null);
    }
}
