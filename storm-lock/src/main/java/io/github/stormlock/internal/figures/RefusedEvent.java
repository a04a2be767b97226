package io.github.stormlock.internal.figures;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** A commit that Redis refused, in a recording of Java Flight Recorder. Used by one thread. */
@Name("stormlock.Refused")
@Label("Refused Commit")
@Category("storm-lock")
@Description("The lease of an update had ended, so that nothing was written")
final class RefusedEvent extends Event {
    @Label("Entry")
    @Nullable
    String entry;

    @Label("Reason")
    @Nullable
    String reason;
}
