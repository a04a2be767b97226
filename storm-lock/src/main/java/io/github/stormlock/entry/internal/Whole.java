package io.github.stormlock.entry.internal;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A collection that an attempt compares as a whole, once its update has seen any of it. If a part of a collection was
 * read, that part is the whole. Under the lock it stands, as if it were compared. Not thread-safe, except where it is
 * for reading only.
 */
public final class Whole<S extends Collected<S>> implements StateKind.State<Whole<S>> {

    /** Finds the commands of one Redis type. Immutable. */
    public interface Type<S> {
        List<Expectation> expectations(S content);

        List<EntryCommand> commands(S content);

        int bytes(S content);
    }

    private final Type<S> type;
    private final S content;
    private boolean seen;

    public Whole(Type<S> type, S content, boolean seen) {
        this.type = type;
        this.content = content;
        this.seen = seen;
    }

    /** Returns the content, and notes all of it as seen. */
    public S see() {
        seen = true;
        return content;
    }

    /** Returns the content to a method that writes to it without a look. */
    public S unseen() {
        return content;
    }

    /** Returns true if all of it was seen, so that what is set to the value that it has need not be written. */
    public boolean isSeen() {
        return seen;
    }

    @Override
    public Attempted attempted(boolean shown) {
        seen |= shown;
        return new Attempted(seen ? type.expectations(content) : List.of(), List.of(), changes());
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
        return seen && content.isKnown() ? new Whole<>(type, content.reopened(), /* seen= */ false) : null;
    }

    @Override
    public boolean isKnown() {
        return content.isKnown();
    }

    @Override
    public int weight() {
        return type.bytes(content);
    }

    @Override
    public boolean exists() {
        return content.exists();
    }
}
