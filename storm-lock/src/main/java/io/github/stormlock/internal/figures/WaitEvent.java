package io.github.stormlock.internal.figures;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** A wait in a recording of Java Flight Recorder, from when something was found busy. Used by one thread at a time. */
@Name("stormlock.Wait")
@Label("Wait for a Lock")
@Category("storm-lock")
@Description("An update or a lock found its entry busy, and waited")
@Threshold("10 ms")
public final class WaitEvent extends Event {
    @Label("Entry")
    @Nullable
    String entry;

    @Label("Kind")
    @Description("An update, or the kind of lock")
    @Nullable
    String kind;

    @Label("Granted")
    @Description("False if the wait ended without the lock")
    boolean granted;

    WaitEvent() {}
}
