/**
 * The state of a feed that the tasks of a local cluster share, and the number of workers that run.
 */
@NullMarked
package io.github.stormlock.test.internal.feed;

import org.jspecify.annotations.NullMarked;
