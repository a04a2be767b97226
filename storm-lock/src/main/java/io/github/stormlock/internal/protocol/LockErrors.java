package io.github.stormlock.internal.protocol;

import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns errors of Redis into exceptions of locks, which say what went wrong and what to do about it. */
public final class LockErrors {
    private static final Logger LOG = LoggerFactory.getLogger("io.github.stormlock.lock");

    /** The beginning of a script's error about a key of ours that holds what is not ours. */
    private static final String FOREIGN = "FOREIGN ";

    /** A script's error about a latch: the count that stands, and the one that was named. */
    private static final Pattern OTHER_COUNT = Pattern.compile("\\bCOUNT (\\d+) (\\d+)");

    /** A script's error about an entry of another type: the type that stands. */
    private static final Pattern STANDING = Pattern.compile("\\bWRONGTYPE (\\S+)$");

    /** The code of an error that a script tells. Redis 6.2 puts the script's line before it. */
    private static final Pattern CODE = Pattern.compile("^(?:@user_script: \\d+: -)?(\\w+)");

    private LockErrors() {}

    /** Returns true if the error leaves the JVM in doubt. A StackOverflowError does not. */
    public static boolean isFatal(Throwable thrown) {
        return thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
    }

    /** Throws the given throwable as it is, a checked one too. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public static <T extends Throwable> RuntimeException sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** Returns the error of an entry for which Redis was asked in vain. */
    public static LockException of(String entry, RedisException e) {
        return e instanceof RedisRefusedException refused
                ? refused(entry, refused, refused, /* isEntry= */ true)
                : unavailable(entry, e, /* isEntry= */ true);
    }

    /** Returns the same as {@link #of}, for a call that concerns a lock and no entry. */
    public static RuntimeException ofLock(String name, RedisException e) {
        return e instanceof RedisRefusedException refused
                ? refusedLock(name, refused, refused)
                : unavailable(name, e, /* isEntry= */ false);
    }

    private static LockException unavailable(String name, RedisException e, boolean isEntry) {
        if (Thread.currentThread().isInterrupted()) {
            return isEntry ? LockInterruptedException.ofEntry(name) : new LockInterruptedException(name);
        }
        return unavailable(name, String.valueOf(e.getMessage()), e, isEntry);
    }

    private static LockUnavailableException unavailable(
            String name, String what, @Nullable RedisException cause, boolean isEntry) {
        return isEntry
                ? LockUnavailableException.ofEntry(name, what, cause)
                : new LockUnavailableException(name, what, cause);
    }

    /**
     * Returns what is told where no answer came.
     *
     * @param isEntry true if it is for an entry, and not for a lock alone
     */
    public static LockException unanswered(String name, boolean isEntry) {
        return unavailable(name, "Redis did not answer", null, isEntry);
    }

    /** Returns true if an operation failed since its server did not answer, or runs no scripts now: not for its entry. */
    public static boolean isOfServer(@Nullable Throwable failure) {
        return (failure instanceof LockUnavailableException || failure instanceof OutcomeUnknownException)
                && failure.getCause() instanceof RedisException;
    }

    /** Returns the error of an entry that a script told. */
    public static LockException refused(String entry, String error) {
        RedisRefusedException told = told(error.strip());
        return refused(entry, told, told.isOfWrites() ? told : null, /* isEntry= */ true);
    }

    /**
     * Returns the error of one of some entries that a script told.
     *
     * @param index the place of the entry; below 0 for all
     */
    public static LockException refused(Targets targets, int index, String error) {
        return index < 0
                ? refused(targets.name(), error)
                : refused(targets.name(index), targets.reads().get(index), error);
    }

    private static LockException refused(String entry, ReadSpec read, String error) {
        return isOfType(error) ? otherType(entry, read, error.strip()) : refused(entry, error);
    }

    private static boolean isOfType(String error) {
        return error.contains("WRONGTYPE") && !error.contains(FOREIGN);
    }

    private static LockException otherType(String entry, ReadSpec read, String error) {
        Matcher standing = STANDING.matcher(error);
        return new EntryRefusedException(
                entry,
                standing.find()
                        ? "it is of the Redis type " + standing.group(1) + ", and not " + read.redisType()
                                + ": take another key, or another kind of Entries"
                        : "it is of another Redis type than " + read.redisType() + " (" + error + ")");
    }

    private static RedisRefusedException told(String error) {
        Matcher code = CODE.matcher(error);
        return new RedisRefusedException(code.find() ? code.group(1) : "", error, null);
    }

    /** Returns true if an error that a script tells is about what an entry or its marks hold. */
    public static boolean isOfEntry(String error) {
        return error.contains(FOREIGN) || error.contains("WRONGTYPE");
    }

    private static LockException refused(
            String name, RedisRefusedException told, @Nullable RedisException cause, boolean isEntry) {
        String error = String.valueOf(told.getMessage());
        String foreign = foreign(error);
        if (foreign != null) {
            return new EntryRefusedException(name, foreign);
        }
        if (error.contains("WRONGTYPE")) {
            return new EntryRefusedException(name, "it is of another Redis type (" + error + ")");
        }
        String what = (error.startsWith("Redis at ") ? "" : "Redis refused: ") + error + advice(error);
        LockUnavailableException refused = unavailable(name, what, cause, isEntry);
        return told.isTemporary() ? refused : refused.lasting();
    }

    /**
     * Returns what to do about a key that holds what is not ours; {@code null} if the error is about something else.
     */
    private static @Nullable String foreign(String error) {
        int start = error.indexOf(FOREIGN);
        if (start < 0) {
            return null;
        }
        String found = error.substring(start + FOREIGN.length());
        int space = found.indexOf(' ');
        return "the key " + Printable.name(found.substring(space + 1)) + " holds a " + found.substring(0, space)
                + " that this library did not put there; delete that key, and keep other programs from it";
    }

    /** Returns the same as {@link #refused}, for a call that concerns a lock and no entry. */
    public static RuntimeException refusedLock(String name, String error) {
        return refusedLock(name, told(error), null);
    }

    private static RuntimeException refusedLock(
            String name, RedisRefusedException told, @Nullable RedisException cause) {
        String error = String.valueOf(told.getMessage());
        String foreign = foreign(error);
        if (foreign != null) {
            return unavailable(name, foreign, null, /* isEntry= */ false).lasting();
        }
        Matcher counts = OTHER_COUNT.matcher(error);
        if (counts.find()) {
            return new IllegalStateException("latch " + Printable.name(name) + " has the count " + counts.group(1)
                    + " in Redis, and not " + counts.group(2) + "; a name is for one run");
        }
        return refused(name, told, cause, /* isEntry= */ false);
    }

    /**
     * Returns the error of a read that found no entry to show.
     *
     * @param read how the entry was to be read; {@code null} if it was not
     */
    public static RuntimeException notRead(String name, @Nullable ReadSpec read, ReadReply why) {
        if (why instanceof ReadReply.TooLarge large) {
            return tooLarge(name, Objects.requireNonNull(read), large.size());
        }
        String error = ((ReadReply.Refused) why).error();
        return read == null ? refusedLock(name, error) : refused(name, read, error);
    }

    public static LockException tooLarge(String name, ReadSpec read, long size) {
        String most = read.inBytes()
                ? " bytes, and at most " + read.most()
                        + " are read; raise storm.lock.entry.max.bytes (LockSettings.Builder.entryMaxBytes)"
                : " elements, and at most " + read.most() + " are read whole; " + insteadOfWhole(read)
                        + ", or raise storm.lock.entry.max.elements (LockSettings.Builder.entryMaxElements)";
        return new EntryRefusedException(name, "it has " + size + most);
    }

    /** Returns the part that an update of a large entry can name. */
    private static String insteadOfWhole(ReadSpec read) {
        String parts =
                switch (read.sizeCommand()) {
                    case "HLEN" -> "fields";
                    case "LLEN" -> "first or Part.last";
                    case "SCARD" -> "members";
                    case "ZCARD" -> "members, Part.scores, Part.lowest or Part.highest";
                    default -> "whole";
                };
        return "name the part that is needed, by Part." + parts;
    }

    public static void log(String what, String name, RedisException e) {
        LOG.debug(what, Printable.name(name), e.getMessage());
    }

    /** Returns what to do about an error of Redis, as the end of a message; an empty text if nothing is known. */
    public static String advice(String error) {
        String text = error.toUpperCase(Locale.ROOT);
        if (text.contains("NOPERM") || text.contains("ACL") || text.contains("EXECUTING THE SCRIPT")) {
            return "; grant the user the commands, keys and channels that docs/guide/operate.md lists";
        }
        if (text.contains("OOM")) {
            return "; raise maxmemory or remove data";
        }
        if (text.contains("READONLY")) {
            return "; the server is a replica: name the primary, or use Sentinel";
        }
        return "";
    }
}
