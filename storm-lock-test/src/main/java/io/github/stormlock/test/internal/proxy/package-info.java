/**
 * The inside of the fault proxy: its connections, the requests and replies in them, and the rules that say which are
 * held, dropped or replaced.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.test.internal.proxy;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
