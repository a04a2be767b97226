/** Updates of one member of a large sorted set. */
@NullMarked
package io.github.stormlock.benchmarks.contender.member;

import org.jspecify.annotations.NullMarked;
