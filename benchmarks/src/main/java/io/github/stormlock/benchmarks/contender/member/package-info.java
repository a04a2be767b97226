/** Updates of one member of a large sorted set. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.contender.member;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
