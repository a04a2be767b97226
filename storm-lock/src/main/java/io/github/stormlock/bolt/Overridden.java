package io.github.stormlock.bolt;

import java.util.ArrayList;
import java.util.List;
import org.apache.storm.tuple.Tuple;

/** Tells which methods of {@link LockingBolt} a bolt overrides. Looked at once for each bolt or task. */
final class Overridden {
    private Overridden() {}

    /**
     * Returns true if the bolt emits. One that does not is not shown its entries, which would have to be compared for
     * that.
     */
    static boolean emit(LockingBolt<?> bolt) {
        return isOverridden(bolt, "emit", Tuple.class, Object.class, Emitter.class);
    }

    /**
     * Checks that a bolt says what it changes. Java cannot demand it, since there are two ways to say it.
     *
     * @throws IllegalStateException if it overrides neither {@code changes} nor all that is needed for one change
     */
    static void requireChanges(LockingBolt<?> bolt) {
        if (isOverridden(bolt, "changes", Tuple.class, Changes.class)) {
            return;
        }
        List<String> missing = new ArrayList<>(2);
        if (!isOverridden(bolt, "entryKey", Tuple.class)) {
            missing.add("entryKey(Tuple)");
        }
        if (!isOverridden(bolt, "update", Tuple.class, Object.class)) {
            missing.add("update(Tuple, view)");
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException(bolt.getClass().getName() + " does not override "
                    + String.join(" and ", missing)
                    + "; a bolt overrides entryKey and update if a tuple changes one entry,"
                    + " or changes(Tuple, Changes) if it changes several");
        }
    }

    /**
     * Returns true if a class below {@link LockingBolt} declares the method. A method with the view's own type as a
     * parameter has a bridge, which is found here.
     */
    private static boolean isOverridden(LockingBolt<?> bolt, String method, Class<?>... parameters) {
        for (Class<?> type = bolt.getClass(); type != LockingBolt.class; type = type.getSuperclass()) {
            try {
                Object unused = type.getDeclaredMethod(method, parameters);
                return true;
            } catch (NoSuchMethodException e) {
                // Perhaps a class above it does.
            }
        }
        return false;
    }
}
