package io.github.stormlock.bolt;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.topology.IBasicBolt;
import org.apache.storm.topology.IStatefulBolt;
import org.apache.storm.topology.IWindowedBolt;
import org.apache.storm.trident.operation.Operation;
import org.apache.storm.tuple.Tuple;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells what the class of a bolt says about it. Looked at once for each bolt or task. */
final class BoltClass {
    private static final Logger LOG = LoggerFactory.getLogger(LockingBolt.class);

    /** Interfaces that a class must not implement beside ours, with the class that it extends instead. */
    private static final Map<Class<?>, String> OTHERS = Map.of(
            IWindowedBolt.class, "BaseWindowedBolt",
            IStatefulBolt.class, "BaseStatefulBolt",
            IBasicBolt.class, "BaseBasicBolt",
            Operation.class, "BaseStateUpdater");

    private BoltClass() {}

    /**
     * Refuses a class that is also another of Storm's bolts.
     *
     * @throws IllegalStateException naming what to extend instead
     */
    static void refuseOtherBolts(Class<? extends RedisBolt> bolt) {
        OTHERS.forEach((other, instead) -> {
            if (other.isAssignableFrom(bolt)) {
                throw new IllegalStateException(bolt.getName() + " extends a bolt of storm-lock and implements "
                        + other.getSimpleName() + ": Storm would not make its updates, or not as part of a window or a"
                        + " checkpoint. Extend " + instead + " instead, and guard entries by RedisLockFactory.of(conf):"
                        + " see docs/migration/storm-bolts.md");
            }
        });
    }

    /**
     * Returns true if the bolt emits. One that does not is not shown its entries, which would have to be compared for
     * that.
     */
    static boolean emits(LockingBolt<?> bolt) {
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
     * Warns where the topology is built of fields that an update could change. An update that does so is wrong without
     * an error: it runs on several threads, more than once, and in several workers.
     */
    static void warnOfMutableFields(Class<? extends RedisBolt> bolt) {
        List<String> mutable = mutableFields(bolt);
        if (!mutable.isEmpty()) {
            LOG.warn(
                    "{} has fields that are neither final nor transient: {}. Its methods run on several threads, and more"
                            + " than once for a tuple. Make a setting final, make what prepared() opens transient, and keep"
                            + " what is counted in the entry.",
                    bolt.getName(),
                    String.join(", ", mutable));
        }
    }

    /** Returns the fields of a bolt's own classes that are neither final nor transient. */
    static List<String> mutableFields(Class<? extends RedisBolt> bolt) {
        List<String> mutable = new ArrayList<>(0);
        // The classes of this package are the library's own.
        for (Class<?> type = bolt; !isOwn(type); type = type.getSuperclass()) {
            for (var field : type.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!field.isSynthetic()
                        && !Modifier.isStatic(modifiers)
                        && !Modifier.isFinal(modifiers)
                        && !Modifier.isTransient(modifiers)) {
                    mutable.add(field.getName());
                }
            }
        }
        return mutable;
    }

    private static boolean isOwn(Class<?> type) {
        return type == LockingBolt.class || type == LookupBolt.class || type == RedisBolt.class;
    }

    /**
     * Returns true if a class below {@link LockingBolt} declares the method. A method with the view's own type as a
     * parameter has a bridge, which is found here.
     */
    private static boolean isOverridden(LockingBolt<?> bolt, String method, Class<?>... parameters) {
        for (Class<?> type = bolt.getClass(); type != LockingBolt.class; type = type.getSuperclass()) {
            try {
                var unused = type.getDeclaredMethod(method, parameters);
                return true;
            } catch (NoSuchMethodException e) {
                // Perhaps a class above it does.
            }
        }
        return false;
    }
}
