package io.github.stormlock.bolt;

import org.apache.storm.tuple.Tuple;

/** Whether a bolt emits: one that does not need not be shown the entry, which would have to be compared for it. */
final class Emitting {
    private Emitting() {}

    static boolean isOverridden(LockingBolt<?> bolt) {
        for (Class<?> type = bolt.getClass(); type != LockingBolt.class; type = type.getSuperclass()) {
            if (declaresEmit(type)) {
                return true;
            }
        }
        return false;
    }

    /** With the view's own type as its second parameter it has a bridge, which is found here. */
    private static boolean declaresEmit(Class<?> type) {
        try {
            Object unused = type.getDeclaredMethod("emit", Tuple.class, Object.class, Emitter.class);
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
