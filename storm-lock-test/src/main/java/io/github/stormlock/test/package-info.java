/**
 * Tools for tests of bolts: a Redis, a local Storm cluster, tuples fed by hand and sent again, entries read back, and
 * network faults.
 *
 * <p>Put the module in test scope. It depends on Storm, Jedis and JUnit 5, and on nothing else of this project.
 */
@NullMarked
package io.github.stormlock.test;

import org.jspecify.annotations.NullMarked;
