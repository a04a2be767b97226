package io.github.stormlock.insight.record;

import io.github.stormlock.insight.page.state.PageState;
import org.jspecify.annotations.Nullable;

/**
 * One line of a recording.
 *
 * @param at milliseconds from its beginning
 * @param trouble why there is no state; null if there is one
 * @param state the state; null if it could not be found out
 */
record RecordedState(long at, @Nullable String trouble, @Nullable PageState state) {}
