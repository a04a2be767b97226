package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.Span;
import java.util.List;

/**
 * One fault, and the time for which it struck.
 *
 * @param client the name of the client that it struck; {@link #EVERYBODY} if it struck servers
 */
public record Strike(String fault, String client, Span span) {
    public static final String EVERYBODY = "*";

    /** Returns how many of these updates were open while it struck, at a client that it struck. */
    public long open(List<Op> ops) {
        return ops.stream()
                .filter(op -> meets(op.client()) && span.meets(op.invoked(), op.answered()))
                .count();
    }

    /** Returns true if it struck this incarnation of a client. */
    public boolean meets(String incarnation) {
        return client.equals(EVERYBODY) || incarnation.startsWith(client + '-');
    }
}
