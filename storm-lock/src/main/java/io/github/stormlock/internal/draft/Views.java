package io.github.stormlock.internal.draft;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.internal.text.Printable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The views of the entries of a group, to which its updates are applied one after the other. Each update is given views
 * of its own parts, since others of its group may name, and change, what it must not see. Used by one thread.
 */
public final class Views {
    private final GroupTargets targets;
    private final List<Object> views;
    private @Nullable Object[] given;

    /** @param views one for each target, of the type that its kind gives */
    Views(GroupTargets targets, List<Object> views) {
        this(targets, views, new @Nullable Object[views.size()]);
    }

    private Views(GroupTargets targets, List<Object> views, @Nullable Object[] given) {
        this.targets = targets;
        this.views = views;
        this.given = given;
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
        Object view = given[index];
        if (view == null) {
            view = kind.cut((V) views.get(index));
            given[index] = view;
        }
        return (V) view;
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
            Object view = given[i];
            if (view != null && view != views.get(i)) {
                if (shown) {
                    // A shown view counts as seen, before a later update of the group hides that by its changes.
                    var unused = settled(targets.get(i), view);
                }
                putBack(targets.get(i), views.get(i), view);
                end(targets.get(i), view);
                own = true;
            }
        }
        Views ended = own ? new Views(targets, views, given) : null;
        given = new @Nullable Object[given.length];
        return ended;
    }

    @SuppressWarnings("unchecked") // a view is of the type of its target
    private static <V> void putBack(EntryTarget<V> target, Object all, Object cut) {
        target.guard().kind().putBack((V) all, (V) cut);
    }

    /** Has the views that all of the group share refuse changes, since what was changed is taken. */
    public void end() {
        for (int i = 0; i < views.size(); i++) {
            end(targets.get(i), views.get(i));
        }
    }

    @SuppressWarnings("unchecked") // a view is of the type of its target
    private static <V> void end(EntryTarget<V> target, Object view) {
        target.guard().kind().end((V) view, () -> Printable.name(target.entry()));
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

    /**
     * Returns the entries as they stand in these views, for reading only. An update that was given one sees there what it
     * has changed outside its part, too.
     */
    public Views settled() {
        List<Object> settled = new ArrayList<>(views.size());
        @Nullable Object[] own = new @Nullable Object[given.length];
        for (int i = 0; i < given.length; i++) {
            EntryTarget<?> target = targets.get(i);
            boolean isOwn = given[i] != null;
            Object view = isOwn || isKnown(target, views.get(i)) ? of(target) : views.get(i);
            settled.add(settled(target, view));
            own[i] = isOwn ? settled.get(i) : null;
        }
        return new Views(targets, settled, own);
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
