package io.github.stormlock.internal.draft;

import io.github.stormlock.internal.protocol.AttemptCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The entries of a group as its updates leave them, in the order of the targets. */
public interface Draft {
    /** Returns what is sent. */
    List<AttemptCall.Seen> attempted();

    /** Returns the entries as they stand once this is written; {@code null} if nobody wants to see them. */
    @Nullable
    Views shown();

    /** Remembers the entries once this is written. */
    void remember(RememberedEntries memory, long nowNanos);
}
