/**
 * The counts and times of the runner, which makes updates that no caller waits for: how many are open, how long a round
 * computes, when a refused entry is tried again. It knows no update and no Redis.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.runner;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
