package io.github.stormlock.torture.history;

/**
 * How much of a lock a client holds.
 *
 * @param taken the permits that it holds
 * @param size the number of permits that there are, as that client knows it
 */
public record LockShare(long taken, long size) {
    /** The only holder. */
    public static final LockShare ALONE = new LockShare(1, 1);

    private static final long MANY = 1L << 40;
    /** One of any number of readers. */
    public static final LockShare READER = new LockShare(1, MANY);

    private static final String READER_TEXT = "reader";
    private static final String OF = " of ";

    /** Returns the share that a line of a history tells. */
    static LockShare parse(String text) {
        if (text.isEmpty()) {
            return ALONE;
        } else if (text.equals(READER_TEXT)) {
            return READER;
        }
        String[] parts = text.split(OF, 2);
        return new LockShare(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }

    /** Returns the share as a line of a history tells it. */
    public String text() {
        if (equals(ALONE)) {
            return "";
        }
        return equals(READER) ? READER_TEXT : taken + OF + size;
    }

    /** Returns true if there is no room for both at a time. */
    public boolean excludes(LockShare other) {
        return taken + other.taken > Math.min(size, other.size);
    }

    /** Returns true if it is a number of permits, of which several clients may hold some. */
    public boolean isCounted() {
        return size > 1 && size < MANY;
    }

    /** Returns the share for a sentence in which the lock follows. */
    String words() {
        if (equals(ALONE)) {
            return "";
        }
        return equals(READER) ? "as a reader " : text() + OF;
    }
}
