package io.github.stormlock.entry;

/** A thin view: all that it knows is in its state. */
abstract sealed class StateView<S extends EntryState> permits ListEntry, MembersEntry, NumbersEntry, ValueEntry {
    final S state;

    StateView(S state) {
        this.state = state;
    }

    /** Returns the state to a method that changes it. */
    S changing() {
        state.requireChangeable();
        return state;
    }
}
