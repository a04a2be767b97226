/**
 * The protocol with Redis: keys, tokens, the scripts, which lie here as resources, their arguments and replies, and
 * the marks of events. Knows no wait and no thread.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.protocol;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
