/**
 * The protocol with Redis: keys, tokens, the scripts, which lie here as resources, their arguments and replies, and
 * the marks of events. Knows no wait and no thread.
 */
@NullMarked
package io.github.stormlock.internal.protocol;

import org.jspecify.annotations.NullMarked;
