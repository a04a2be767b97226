/**
 * The inside of the fault proxy: its connections, the requests and replies in them, and the rules that say which are
 * held, dropped or replaced.
 */
@NullMarked
package io.github.stormlock.test.internal.proxy;

import org.jspecify.annotations.NullMarked;
