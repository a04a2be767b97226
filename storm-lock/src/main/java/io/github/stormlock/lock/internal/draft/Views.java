package io.github.stormlock.lock.internal.draft;

import io.github.stormlock.entry.EntryKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The views of the entries of a group, to which its updates are applied one after the other. Used by one thread.
 */
public final class Views {
    private final GroupTargets targets;
    private final List<Object> views;
    private @Nullable Cut<?> cut;

    /** The part of the one entry that an update names. Others of its group may name, and change, other parts. */
    private record Cut<V>(EntryKind<V> kind, V view, V all) {
        static <V> Cut<V> of(EntryKind<V> kind, V all) {
            return new Cut<>(kind, kind.cut(all), all);
        }

        void putBack() {
            kind.putBack(all, view);
        }
    }

    /** @param views one for each target, of the type that its kind gives */
    Views(GroupTargets targets, List<Object> views) {
        this.targets = targets;
        this.views = views;
    }

    /** Returns what all updates of the group made of one of the targets. */
    @SuppressWarnings("unchecked") // a view is of the type of its target
    <V> V all(EntryTarget<V> target) {
        return (V) views.get(targets.indexOf(target.entry()));
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
    @SuppressWarnings("unchecked") // those that are written together want an entry by kinds of one type
    public <V> V of(EntryTarget<?> target, EntryKind<V> kind) {
        int index = targets.indexOf(target.entry());
        V all = (V) views.get(index);
        if (!targets.isOne() || kind.whole().equals(kind)) {
            return all;
        }
        Cut<?> open = cut;
        if (open == null || !open.kind().equals(kind)) {
            open = Cut.of(kind, all);
            cut = open;
        }
        return (V) open.view();
    }

    /** Ends an update, which was given what it saw here. */
    public void applied() {
        if (cut != null) {
            cut.putBack();
            cut = null;
        }
    }

    /** Returns true if all views still know what became of the part that was read. */
    public boolean areKnown() {
        for (int i = 0; i < views.size(); i++) {
            if (!isKnown(targets.get(i), views.get(i))) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked") // a view is of the type of its target
    private static <V> boolean isKnown(EntryTarget<V> target, Object view) {
        return target.guard().kind().isKnown((V) view);
    }

    /** Returns the entries as they stand in these views, for reading only. */
    public Views settled() {
        if (views.size() == 1) {
            return new Views(targets, List.of(settled(targets.get(0), views.get(0))));
        }
        List<Object> settled = new ArrayList<>(views.size());
        for (int i = 0; i < views.size(); i++) {
            settled.add(settled(targets.get(i), views.get(i)));
        }
        return new Views(targets, settled);
    }

    @SuppressWarnings("unchecked") // a view is of the type of its target
    private static <V> Object settled(EntryTarget<V> target, Object view) {
        EntryKind<V> kind = target.guard().kind();
        return kind.settled((V) view);
    }

    /** Returns the entries as they stand in these views, each of which {@link #areKnown}, to be changed apart. */
    public Views reopened() {
        List<Object> reopened = new ArrayList<>(views.size());
        for (int i = 0; i < views.size(); i++) {
            reopened.add(reopened(targets.get(i), views.get(i)));
        }
        return new Views(targets, reopened);
    }

    @SuppressWarnings("unchecked") // a view is of the type of its target
    private static <V> Object reopened(EntryTarget<V> target, Object view) {
        return target.guard().kind().reopened((V) view);
    }
}
