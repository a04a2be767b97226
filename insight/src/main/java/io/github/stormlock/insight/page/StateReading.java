package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.PageState;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the source.
 *
 * @param number counts readings from 1
 * @param nanos when, by {@link System#nanoTime}
 * @param state the state; the last one that was known if there is a trouble, null if none was
 * @param trouble why the state cannot be found out; null if it can
 */
record StateReading(long number, long nanos, @Nullable PageState state, @Nullable String trouble) {}
