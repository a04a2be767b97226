package io.github.stormlock.internal.lines;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The servers of the entries, and which of them rest since they did not answer. A round asks one server only, so that
 * entries of the others do not wait for one that stands still. {@link Lines} guards it by its monitor.
 */
final class Nodes {
    private static final long FIRST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Function<String, String> nodeOf;
    private final Map<String, Rest> resting = new HashMap<>(0);

    /**
     * A rest.
     *
     * @param nanos how long it takes
     * @param endNanos when it ends, by the clock
     */
    private record Rest(long nanos, long endNanos) {}

    /** @param nodeOf tells the server of an entry; blocks never */
    Nodes(Function<String, String> nodeOf) {
        this.nodeOf = nodeOf;
    }

    String of(String entry) {
        return nodeOf.apply(entry);
    }

    /** Notes that a server has not answered: it rests for 10 ms, and each time for twice as long, up to a second. */
    void away(String node, long now) {
        Rest before = resting.get(node);
        long nanos = before == null ? FIRST_REST_NANOS : Math.min(LONGEST_REST_NANOS, 2 * before.nanos);
        resting.put(node, new Rest(nanos, now + nanos));
    }

    void answered(@Nullable String node) {
        resting.remove(node);
    }

    /** Returns how long a server rests from now on; not positive if it does not. */
    long restNanos(String node, long now) {
        Rest rest = resting.get(node);
        return rest == null ? 0 : rest.endNanos - now;
    }
}
