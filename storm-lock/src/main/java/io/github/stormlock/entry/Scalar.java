package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Weights;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The one value of a Redis string, as it was read and as it is now. Not thread-safe, except where it is for reading
 * only.
 *
 * <p>In an attempt, what was read may be out of date. So it is noted what was seen of the value, and a value that
 * nobody saw is changed without a look at it.
 */
final class Scalar implements StateKind.State<Scalar> {

    /** The command that reads the whole value. */
    static final EntryCommand READ = new EntryCommand("GET", List.of());

    private static final byte[] KEEP_TTL = Commands.ascii("KEEPTTL");

    /** The use of a scalar: it may be changed under the lock, or in an attempt, or not at all. */
    private enum Use {
        LOCKED,
        ATTEMPT,
        READ_ONLY
    }

    private final @Nullable Text read;
    private final Use use;
    private @Nullable Text now;

    // These change in an attempt only.
    private boolean seen;
    private boolean seenExistence;
    private boolean written;
    private @Nullable BlindChange blind;

    private Scalar(@Nullable Text read, @Nullable Text now, Use use) {
        this.read = read;
        this.now = now;
        this.use = use;
    }

    /**
     * {@return the state of a view} In an attempt it notes what the update sees.
     *
     * @param answer the answer to {@link #READ}; {@code null} if the entry does not exist
     */
    static Scalar opened(@Nullable Object answer, boolean forAttempt) {
        Use use = forAttempt ? Use.ATTEMPT : Use.LOCKED;
        Text read = answer == null ? null : Text.read(Commands.bytes(answer));
        return new Scalar(read, read, use);
    }

    /** {@return a copy for reading only} In an attempt, the value counts as seen from now on. */
    @Override
    public Scalar settled() {
        see();
        return new Scalar(read, now, Use.READ_ONLY);
    }

    /** {@return a fresh state that begins with what stands now} */
    @Override
    public Scalar reopened() {
        Text value = blind == null ? now : blind.applyTo(now);
        return new Scalar(value, value, use);
    }

    /**
     * {@return the state that the next attempt may begin with, or {@code null} if the value was neither compared nor
     * set}
     */
    @Override
    public @Nullable Scalar remembered() {
        return use == Use.ATTEMPT && !seen && !written ? null : new Scalar(now, now, Use.ATTEMPT);
    }

    /** {@return about how many bytes of memory the view takes} */
    @Override
    public int weight() {
        Text value = now;
        return value == null ? Weights.none() : Weights.of(value);
    }

    /** {@return true if a change is refused} */
    boolean isReadOnly() {
        return use == Use.READ_ONLY;
    }

    /** {@return true if the entry exists, with the changes made so far; an attempt counts that as seen} */
    @Override
    public boolean exists() {
        return now != null || blind != null;
    }

    /** {@return {@link #exists}, and notes what this depends on} */
    boolean seeExists() {
        if (use == Use.ATTEMPT && !written && blind == null) {
            seenExistence = true;
        }
        return exists();
    }

    /** {@return the value, with the changes made so far; an attempt counts it as seen} */
    @Nullable
    Text get() {
        see();
        return now;
    }

    /** Notes the value as seen. A blind change is applied here, because the update is shown the result from now on. */
    private void see() {
        if (use != Use.ATTEMPT || written) {
            return;
        }
        seen = true;
        BlindChange change = blind;
        if (change != null) {
            now = change.applyTo(now);
            blind = null;
        }
    }

    /**
     * Sets the value, without a look at the one before.
     *
     * @param value the new value; {@code null} removes the entry
     */
    void set(@Nullable Text value) {
        refuseIfReadOnly();
        if (blind != null) {
            // A value that the blind change would have refused is refused, even if it is overwritten.
            see();
        }
        written = use == Use.ATTEMPT && !seen;
        now = value;
    }

    /**
     * Changes the value without a look at it. It does not if the remembered value would refuse the change: then the
     * update is to see at once what it would throw.
     *
     * @param kind the kind of change
     * @param operand the number to add or to compare with
     * @return true if the change is noted; otherwise the caller has to see the value
     */
    boolean changeBlindly(BlindChange.Kind kind, long operand) {
        refuseIfReadOnly();
        if (use != Use.ATTEMPT || seen || written || !BlindChange.fits(now)) {
            return false;
        }
        BlindChange next = BlindChange.after(blind, null, kind, operand);
        if (next != null) {
            blind = next;
        }
        return next != null;
    }

    /**
     * Refuses a change to a view that is for reading only.
     *
     * @throws IllegalStateException if the view is for reading only
     */
    void refuseIfReadOnly() {
        if (use == Use.READ_ONLY) {
            throw Commands.readOnly();
        }
    }

    /** {@return the commands that write the changes; empty if there are none} */
    @Override
    public List<EntryCommand> changes() {
        Text value = now;
        if (!written && Objects.equals(read, value)) {
            return List.of();
        }
        return List.of(value == null ? Commands.DELETE : new EntryCommand("SET", List.of(value.bytes(), KEEP_TTL)));
    }

    /**
     * {@return all that an attempt carries} If the entry is to be shown, a value that was not set counts as seen.
     *
     * @param shown true if the entry is to be shown to the caller
     */
    @Override
    public Attempted attempted(boolean shown) {
        if (shown) {
            see();
        }
        BlindChange change = blind;
        return new Attempted(expectations(), change == null ? List.of() : List.of(change), changes());
    }

    private List<Expectation> expectations() {
        Text value = read;
        if (seen) {
            byte[] bytes = value == null ? null : value.bytes();
            return List.of(new Expectation(READ, Collections.singletonList(bytes)));
        }
        return seenExistence ? List.of(Commands.expectExistence(value != null)) : List.of();
    }
}
