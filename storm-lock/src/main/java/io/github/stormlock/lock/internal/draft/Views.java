package io.github.stormlock.lock.internal.draft;

import io.github.stormlock.entry.EntryKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The views of the entries of a group, to which its updates are applied one after the other. Used by one thread.
 */
public final class Views {
    private final GroupTargets targets;
    private final List<Object> views;

    /** @param views one for each target, of the type that its kind gives */
    Views(GroupTargets targets, List<Object> views) {
        this.targets = targets;
        this.views = views;
    }

    /** Returns the view of an entry that is one of the targets. */
    public <V> V of(EntryTarget<V> target) {
        return of(target, target.guard().kind());
    }

    /**
     * Returns the view of an entry that is one of the targets.
     *
     * @param kind the kind by which the target is wanted
     */
    @SuppressWarnings({"unchecked", "unused"}) // those that are written together want an entry by equal kinds
    public <V> V of(EntryTarget<?> target, EntryKind<V> kind) {
        return (V) views.get(targets.indexOf(target.entry()));
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
