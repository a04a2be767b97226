package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Collected;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A collection that an attempt compares as a whole, once its update has seen any of it. If a part of a collection was
 * read, that part is the whole. Under the lock it stands, as if it were compared. Not thread-safe, except where it is
 * for reading only.
 */
final class Whole<S extends Collected<S>> implements StateKind.State<Whole<S>> {

    /** The kind of one Redis type of collections. Immutable. */
    interface Kind<S extends Collected<S>, V extends StateView<Whole<S>>> extends StateKind<Whole<S>, V> {
        List<Expectation> expectations(S content);

        List<EntryCommand> commands(S content);

        int bytes(S content);

        @Override
        default V cut(V view) {
            Whole<S> all = view.state;
            return all.content.isShared() ? view : view(all.cut());
        }

        @Override
        default void putBack(V view, V cut) {
            view.state.putBack(cut.state);
        }
    }

    private final Kind<S, ?> kind;
    private final S content;
    private boolean seen;

    Whole(Kind<S, ?> kind, S content, boolean seen) {
        this.kind = kind;
        this.content = content;
        this.seen = seen;
    }

    /** Returns the content, and notes all of it as seen. */
    S see() {
        seen = true;
        return content;
    }

    /** Returns the content to a method that writes to it, or cuts it, without a look. */
    S unseen() {
        return content;
    }

    /** Returns true if all of it was seen, so that what is set to the value that it has need not be written. */
    boolean isSeen() {
        return seen;
    }

    private Whole<S> cut() {
        return new Whole<>(kind, content.reopened(), /* seen= */ false);
    }

    private void putBack(Whole<S> cut) {
        seen |= cut.seen;
        content.putBack(cut.content, seen);
    }

    @Override
    public Attempted attempted(boolean shown) {
        seen |= shown;
        return new Attempted(seen ? kind.expectations(content) : List.of(), List.of(), changes());
    }

    @Override
    public List<EntryCommand> changes() {
        return kind.commands(content);
    }

    @Override
    public Whole<S> settled() {
        return new Whole<>(kind, see().copy(true), /* seen= */ true);
    }

    @Override
    public Whole<S> reopened() {
        return new Whole<>(kind, content.reopened(), seen);
    }

    @Override
    public @Nullable Whole<S> remembered() {
        return seen && content.isKnown() ? new Whole<>(kind, content.reopened(), /* seen= */ false) : null;
    }

    @Override
    public boolean isKnown() {
        return content.isKnown();
    }

    @Override
    public int weight() {
        return kind.bytes(content);
    }

    @Override
    public boolean exists() {
        return content.exists();
    }
}
