/** Runs the access-log topology from end to end, shows it at work, and reads the totals back from Redis. */
@NullMarked
package io.github.stormlock.demo;

import org.jspecify.annotations.NullMarked;
