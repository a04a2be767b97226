package io.github.stormlock.internal.figures;

import io.github.stormlock.internal.text.Printable;
import org.jspecify.annotations.Nullable;

/** Tells waits and refused commits to Java Flight Recorder. While nothing records them it makes no object. Thread-safe. */
final class FlightEvents {
    /** A Java that is cut down to what a program needs may have no recorder. Then its types must not be loaded. */
    private static final boolean RECORDER =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightEvents() {}

    static @Nullable WaitEvent begin() {
        if (!RECORDER || !Probe.WAIT.isEnabled()) {
            return null;
        }
        WaitEvent begun = new WaitEvent();
        begun.begin();
        return begun;
    }

    static void end(WaitEvent begun, ShownEntries shown, String entry, String kind, boolean granted) {
        begun.end();
        if (begun.shouldCommit()) {
            begun.entry = named(shown, entry);
            begun.kind = kind;
            begun.granted = granted;
            begun.commit();
        }
    }

    static void refused(ShownEntries shown, String entry, String reason) {
        if (!RECORDER || !Probe.REFUSED.isEnabled()) {
            return;
        }
        RefusedEvent refused = new RefusedEvent();
        refused.entry = named(shown, entry);
        refused.reason = reason;
        refused.commit();
    }

    private static String named(ShownEntries shown, String entry) {
        return Printable.name(shown.of(entry));
    }

    /** Events that are never recorded. They tell whether others of their type would be, without making one. */
    private static final class Probe {
        static final WaitEvent WAIT = new WaitEvent();
        static final RefusedEvent REFUSED = new RefusedEvent();
    }
}
