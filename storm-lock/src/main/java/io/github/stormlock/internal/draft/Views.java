package io.github.stormlock.internal.draft;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.EntryState;
import io.github.stormlock.internal.text.Printable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a group, to which its updates are applied one after the other. Each update is given views of its own
 * parts, since others of its group may name, and change, what it must not see. Used by one thread.
 */
public final class Views {
    private final GroupTargets targets;
    private final List<EntryState> states;
    private @Nullable Given[] given;

    /** An entry as an update was given it. */
    private record Given(EntryState state, Object view) {}

    /** @param states one for each target */
    Views(GroupTargets targets, List<EntryState> states) {
        this(targets, states, new @Nullable Given[states.size()]);
    }

    private Views(GroupTargets targets, List<EntryState> states, @Nullable Given[] given) {
        this.targets = targets;
        this.states = states;
        this.given = given;
    }

    /** Returns what all updates of the group made of one of the targets. */
    EntryState all(int index) {
        return states.get(index);
    }

    /** Returns the view that an update is given which wants one of the targets. */
    public <V> V of(EntryTarget<V> target) {
        return of(target, target.guard().kind());
    }

    /**
     * Returns the view that an update is given which wants one of the targets. {@link #applied} follows.
     *
     * @param kind the kind by which the update wants it
     */
    @SuppressWarnings("unchecked") // an update asks for an entry by one kind
    public <V> V of(EntryTarget<?> target, EntryKind<V> kind) {
        return (V) given(targets.indexOf(target.entry()), kind).view();
    }

    private Given given(int index, EntryKind<?> kind) {
        Given made = given[index];
        if (made == null) {
            EntryState state = states.get(index).cut(kind);
            made = new Given(state, kind.view(state));
            given[index] = made;
        }
        return made;
    }

    /**
     * Ends an update, which was given what it saw here.
     *
     * @param shown true if somebody wants to see its own views afterwards
     * @return its own views; {@code null} if it was given those of all its group
     */
    public @Nullable Views applied(boolean shown) {
        boolean own = false;
        for (int i = 0; i < given.length; i++) {
            Given made = given[i];
            if (made != null && made.state() != states.get(i)) {
                if (shown) {
                    // A shown view counts as seen, before a later update of the group hides that by its changes.
                    var unused = made.state().settled();
                }
                states.get(i).putBack(made.state());
                end(i, made.state());
                own = true;
            }
        }
        Views ended = own ? new Views(targets, states, given) : null;
        given = new @Nullable Given[given.length];
        return ended;
    }

    /** Has the views that all of the group share refuse changes, since what was changed is taken. */
    public void end() {
        for (int i = 0; i < states.size(); i++) {
            end(i, states.get(i));
        }
    }

    private void end(int index, EntryState state) {
        EntryTarget<?> target = targets.get(index);
        state.end(() -> Printable.name(target.entry()));
    }

    /** Returns true if all views still know what became of the part that was read. */
    public boolean areKnown() {
        for (EntryState state : states) {
            if (!state.isKnown()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the entries as they stand in these views, for reading only. An update that was given one sees there what it
     * has changed outside its part, too.
     */
    public Views settled() {
        List<EntryState> settled = new ArrayList<>(states.size());
        @Nullable Given[] own = new @Nullable Given[given.length];
        for (int i = 0; i < given.length; i++) {
            EntryState all = states.get(i);
            EntryKind<?> kind = targets.get(i).guard().kind();
            boolean isOwn = given[i] != null;
            EntryState shown = (isOwn || all.isKnown() ? given(i, kind).state() : all).settled();
            settled.add(shown);
            own[i] = isOwn ? new Given(shown, kind.view(shown)) : null;
        }
        return new Views(targets, settled, own);
    }

    /** Has messages of these views name their entries: no update does so for them. */
    public Views peeked() {
        for (int i = 0; i < states.size(); i++) {
            EntryTarget<?> target = targets.get(i);
            states.get(i).peeked(() -> Printable.name(target.entry()));
        }
        return this;
    }

    /** Returns what is known once this is written. Only of views which {@link #areKnown}. */
    GroupSnapshot known() {
        List<EntrySnapshot> known = new ArrayList<>(states.size());
        for (int i = 0; i < states.size(); i++) {
            // A state of its own: a caller that was given the other one may have kept it.
            known.add(EntrySnapshot.of(
                    targets.get(i).guard().groupKey(), states.get(i).reopened()));
        }
        return new GroupSnapshot(targets, known);
    }

    /** Returns the entries as they stand in these views, each of which {@link #areKnown}, to be changed apart. */
    public Views reopened() {
        return new Views(targets, states.stream().map(EntryState::reopened).toList());
    }
}
