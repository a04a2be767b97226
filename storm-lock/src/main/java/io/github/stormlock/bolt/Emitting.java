package io.github.stormlock.bolt;

import org.apache.storm.tuple.Tuple;

/** Tells if a bolt emits. One that does not is not shown the entry, which would have to be compared for that. */
final class Emitting {
    private Emitting() {}

    /** Returns true if a class below {@link LockingBolt} overrides {@code emit}. */
    static boolean isOverridden(LockingBolt<?> bolt) {
        for (Class<?> type = bolt.getClass(); type != LockingBolt.class; type = type.getSuperclass()) {
            if (declaresEmit(type)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if the class declares {@code emit}. A method with the view's own type as its second parameter has a
     * bridge, which is found here.
     */
    private static boolean declaresEmit(Class<?> type) {
        try {
            Object unused = type.getDeclaredMethod("emit", Tuple.class, Object.class, Emitter.class);
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
