package io.github.stormlock.internal.figures;

import io.github.stormlock.config.EntryNames;
import io.github.stormlock.internal.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Tells waits and refused commits to Java Flight Recorder. While nothing records them it makes no object. It names entries
 * as the factory does in what it tells of itself. Thread-safe.
 */
public final class FlightEvents {
    /** Tells nothing that would name an entry. */
    public static final FlightEvents OF_NO_FACTORY = new FlightEvents();

    /** A Java that is cut down to what a program needs may have no recorder. Then its types must not be loaded. */
    private static final boolean RECORDER =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private volatile ShownEntries shown = new ShownEntries(EntryNames.DIGESTS);

    FlightEvents() {}

    /** Sets how entries are named; until then by digests. */
    public void nameBy(EntryNames names) {
        shown = new ShownEntries(names);
    }

    /** Begins a wait; returns {@code null} if waits are not recorded. */
    public @Nullable WaitEvent begin() {
        if (!RECORDER || !Probe.WAIT.isEnabled()) {
            return null;
        }
        WaitEvent begun = new WaitEvent();
        begun.begin();
        return begun;
    }

    /**
     * Ends a wait, which is recorded if it was long enough.
     *
     * @param begun what {@link #begin} returned
     * @param kind an update, or the kind of lock
     */
    public void end(@Nullable WaitEvent begun, String entry, String kind, boolean granted) {
        if (begun == null) {
            return;
        }
        begun.end();
        if (begun.shouldCommit()) {
            begun.entry = named(entry);
            begun.kind = kind;
            begun.granted = granted;
            begun.commit();
        }
    }

    /** Records a commit that was refused. */
    public void refused(String entry, String reason) {
        if (!RECORDER || !Probe.REFUSED.isEnabled()) {
            return;
        }
        RefusedEvent refused = new RefusedEvent();
        refused.entry = named(entry);
        refused.reason = reason;
        refused.commit();
    }

    private String named(String entry) {
        return Printable.name(shown.of(entry));
    }

    /** Events that are never recorded. They tell whether others of their type would be, without making one. */
    private static final class Probe {
        static final WaitEvent WAIT = new WaitEvent();
        static final RefusedEvent REFUSED = new RefusedEvent();
    }
}
