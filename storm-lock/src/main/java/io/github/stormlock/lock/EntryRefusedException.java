package io.github.stormlock.lock;

import io.github.stormlock.internal.text.Printable;

/** The entry cannot be read or updated as asked, even if it is tried again: it is of another type, or too large to be read. */
public final class EntryRefusedException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param entry the key of the entry
     * @param what the reason, as the end of the message
     */
    public EntryRefusedException(String entry, String what) {
        super("entry " + Printable.name(entry) + " is refused: " + what, null);
    }

    @Override
    public boolean isTemporary() {
        return false;
    }
}
