package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.internal.acquire.Try;
import io.github.stormlock.lock.internal.update.Plan.View;
import org.jspecify.annotations.Nullable;

/**
 * The entry as it stands while the token does: as read under it, or as the last answered commit left it. Immutable.
 *
 * @param exists whether there is such an entry
 * @param committed the view that was committed last, or {@code null} if it is as read
 */
public record Memory<V>(View view, boolean exists, @Nullable Object answer, @Nullable V committed) {

    public static <V> Memory<V> read(Plan<V> plan, Try.Grant grant) {
        return new Memory<>(plan.view(), grant.exists(), grant.answer(), null);
    }

    public static <V> Memory<V> committed(Plan<V> plan, V view) {
        // Of its own: whoever was given the view may have kept it.
        return new Memory<>(
                plan.view(), plan.kind().exists(view), null, plan.kind().reopened(view));
    }

    /** A guess about an entry of which nothing is known. */
    public static <V> Memory<V> absent(Plan<V> plan) {
        return new Memory<>(plan.view(), false, null, null);
    }

    /** As {@link #open}, of a view that notes what is seen. */
    V openForAttempt(Plan<V> plan) {
        V last = committed;
        return last == null
                ? plan.kind().openForAttempt(exists, answer, plan.fields())
                : plan.kind().reopened(last);
    }

    /** A fresh view, whose changes are counted from what stands. */
    public V open(Plan<V> plan) {
        V last = committed;
        return last == null
                ? plan.kind().open(exists, answer, plan.fields())
                : plan.kind().reopened(last);
    }

    public String redisType(Plan<V> plan) {
        return exists ? plan.kind().redisType() : "";
    }
}
