/** What a worker tells of itself in Redis: what it holds, who waits in it, which of its entries are hot. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.report;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
