/**
 * The cost of insight. Two workers live in one JVM, one that counts and tells what it does and one that does not, and they
 * work in turns for a tenth of a second each, until the ratio of their processor time is known well enough.
 */
@NullMarked
package io.github.stormlock.benchmarks.cost;

import org.jspecify.annotations.NullMarked;
