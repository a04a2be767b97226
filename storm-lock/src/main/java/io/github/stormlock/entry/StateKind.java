package io.github.stormlock.entry;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A kind whose views are thin: all that they know is in a {@link State}. */
interface StateKind<S extends StateKind.State<S>, V extends StateView<S>> extends EntryKind<V> {

    /**
     * The state of a view: the entry as it was read, as it is now, and what was seen of it. Each method is one of
     * {@link EntryKind}, for the view over this state.
     *
     * @param <S> the type of the state itself
     */
    interface State<S> {
        Attempted attempted(boolean shown);

        List<EntryCommand> changes();

        S settled();

        S reopened();

        @Nullable
        S remembered();

        int weight();

        boolean exists();

        default boolean isKnown() {
            return true;
        }
    }

    V view(S state);

    /** Returns the state of {@link #open} or of {@link #openForAttempt}. */
    S opened(boolean exists, @Nullable Object answer, boolean forAttempt);

    @Override
    default V open(boolean exists, @Nullable Object answer) {
        return view(opened(exists, answer, /* forAttempt= */ false));
    }

    @Override
    default V openForAttempt(boolean exists, @Nullable Object answer) {
        return view(opened(exists, answer, /* forAttempt= */ true));
    }

    @Override
    default Attempted attempted(V view, boolean shown) {
        return view.state.attempted(shown);
    }

    @Override
    default List<EntryCommand> changes(V view) {
        return view.state.changes();
    }

    @Override
    default V settled(V view) {
        return view(view.state.settled());
    }

    @Override
    default V reopened(V view) {
        return view(view.state.reopened());
    }

    @Override
    default @Nullable V remembered(V view) {
        S next = view.state.remembered();
        return next == null ? null : view(next);
    }

    @Override
    default int weight(V remembered) {
        return remembered.state.weight();
    }

    @Override
    default void end(V view, Supplier<String> entry) {
        view.end(entry);
    }

    @Override
    default void peeked(V view, Supplier<String> entry) {
        view.peeked(entry);
    }

    @Override
    default boolean exists(V view) {
        return view.state.exists();
    }

    @Override
    default boolean isKnown(V view) {
        return view.state.isKnown();
    }
}
