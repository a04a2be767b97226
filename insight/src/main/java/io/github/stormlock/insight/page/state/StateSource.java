package io.github.stormlock.insight.page.state;

import io.github.stormlock.insight.redis.CannotAskException;

/**
 * Knows who holds what, and who waits. It is asked by one thread at a time. What it cannot find out it tells by {@link
 * CannotAskException}.
 */
public interface StateSource {
    /**
     * {@return the state of all locks, now}
     *
     * @throws CannotAskException if it cannot be found out
     */
    PageState state();

    /**
     * {@return what there is to know of one lock}
     *
     * @param entry the key of its entry, or its name; any text, from a stranger
     * @throws CannotAskException if it cannot be found out
     */
    LockText lock(String entry);
}
