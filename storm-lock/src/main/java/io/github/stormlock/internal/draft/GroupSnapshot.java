package io.github.stormlock.internal.draft;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The entries of a group as far as they are known: see {@link EntrySnapshot}. Immutable.
 *
 * @param entries one for each target, in their order
 */
public record GroupSnapshot(GroupTargets targets, List<EntrySnapshot<?>> entries) {

    /** Returns true if the same entries are wanted, and as they were read here. */
    public boolean isReadAs(GroupTargets wanted) {
        if (wanted == targets) {
            return true;
        }
        for (int i = 0; i < entries.size(); i++) {
            if (wanted.size() != entries.size()
                    || !wanted.get(i).entry().equals(targets.get(i).entry())
                    || !wanted.get(i).guard().groupKey().equals(entries.get(i).groupKey())) {
                return false;
            }
        }
        return true;
    }

    /** Opens fresh views that note what is seen. */
    public Views openForAttempt() {
        return open((target, entry) -> openForAttempt(target, entry));
    }

    /** Opens fresh views, whose changes are counted from what stands. */
    public Views open() {
        return open((target, entry) -> opened(target, entry));
    }

    private Views open(BiFunction<EntryTarget<?>, EntrySnapshot<?>, Object> how) {
        if (entries.size() == 1) {
            return new Views(targets, List.of(how.apply(targets.get(0), entries.get(0))));
        }
        List<Object> views = new ArrayList<>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            views.add(how.apply(targets.get(i), entries.get(i)));
        }
        return new Views(targets, views);
    }

    @SuppressWarnings("unchecked") // a snapshot is of the type of its target
    private static <V> V openForAttempt(EntryTarget<V> target, EntrySnapshot<?> entry) {
        return ((EntrySnapshot<V>) entry).openForAttempt(target.guard());
    }

    @SuppressWarnings("unchecked") // a snapshot is of the type of its target
    private static <V> V opened(EntryTarget<V> target, EntrySnapshot<?> entry) {
        return ((EntrySnapshot<V>) entry).open(target.guard());
    }
}
