package io.github.stormlock.entry;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A thin view: all that it knows is in its state. */
abstract sealed class StateView<S> permits HashEntry, ListEntry, MembersEntry, StringEntry, ValueEntry {
    final S state;
    private @Nullable Supplier<String> endedEntry;
    private @Nullable Supplier<String> peekedEntry;

    StateView(S state) {
        this.state = state;
    }

    /** Refuses changes from now on: what was changed is taken, and would go without a trace. */
    void end(Supplier<String> entry) {
        endedEntry = entry;
    }

    void peeked(Supplier<String> entry) {
        peekedEntry = entry;
    }

    /** Returns the name of a peeked entry for a message, else nothing: an update names its entry itself, with its event. */
    String place() {
        return peekedEntry == null ? "" : "entry " + peekedEntry.get() + ": ";
    }

    NumberFormatException numberError(NumberFormatException error) {
        return peekedEntry == null ? error : new NumberFormatException(place() + error.getMessage());
    }

    /** Returns the state to a method that changes it. */
    S changing() {
        if (endedEntry != null) {
            throw new IllegalStateException("entry " + endedEntry.get()
                    + " is changed after its update has ended, which writes nothing: change it within the update,"
                    + " and pass on values, not the view");
        }
        return state;
    }
}
