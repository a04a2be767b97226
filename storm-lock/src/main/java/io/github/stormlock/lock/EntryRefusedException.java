package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.protocol.Shown;

/** The entry cannot be updated as asked, however often it is tried: it has another type, or is too large to be read. */
public final class EntryRefusedException extends LockException {
    private static final long serialVersionUID = 1L;

    public EntryRefusedException(String entry, String what) {
        super("entry " + Shown.name(entry) + " cannot be updated: " + what, null);
    }
}
