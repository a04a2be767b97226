package io.github.stormlock.entry.internal;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A collection that an attempt compares as a whole, once its update has seen any of it. Under the lock it stands, as if
 * it were compared. Not thread-safe, except where it is for reading only.
 */
public final class Whole<S extends Collected<S>> implements StateKind.State<Whole<S>> {

    /** Finds the commands of one Redis type. Immutable. */
    public interface Type<S> {
        List<Expectation> expectations(S content);

        List<EntryCommand> commands(S content);

        int bytes(S content);

        /** Returns false if an attempt could not compare it. */
        default boolean isComparable(S content) {
            return true;
        }
    }

    private final Type<S> type;
    private final S content;
    private boolean seen;

    public Whole(Type<S> type, S content, boolean seen) {
        this.type = type;
        this.content = content;
        this.seen = seen;
    }

    /** Returns the content, and notes all of it as seen. Every method of a view calls it, also one that only changes it. */
    @CanIgnoreReturnValue
    public S see() {
        seen = true;
        return content;
    }

    @Override
    public Attempted attempted(boolean shown) {
        seen |= shown;
        return seen ? new Attempted(type.expectations(content), List.of(), changes()) : Attempted.NOTHING;
    }

    @Override
    public List<EntryCommand> changes() {
        return type.commands(content);
    }

    @Override
    public Whole<S> settled() {
        return new Whole<>(type, see().copy(true), /* seen= */ true);
    }

    @Override
    public Whole<S> reopened() {
        return new Whole<>(type, content.reopened(), seen);
    }

    @Override
    public @Nullable Whole<S> remembered() {
        if (!seen) {
            return null;
        }
        S next = content.reopened();
        return type.isComparable(next) ? new Whole<>(type, next, /* seen= */ false) : null;
    }

    @Override
    public int weight() {
        return type.bytes(content);
    }

    @Override
    public boolean exists() {
        return content.size() > 0;
    }
}
