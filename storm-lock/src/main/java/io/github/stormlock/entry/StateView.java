package io.github.stormlock.entry;

/** A thin view: all that it knows is in its state. */
abstract sealed class StateView<S> permits HashEntry, ListEntry, MembersEntry, StringEntry, ValueEntry {
    final S state;

    StateView(S state) {
        this.state = state;
    }
}
