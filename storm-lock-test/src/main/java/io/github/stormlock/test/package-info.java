/** A Redis and a local Storm cluster for tests. */
@NullMarked
package io.github.stormlock.test;

import org.jspecify.annotations.NullMarked;
