/** Contenders that take a lock of some kind and give it back, without an entry. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.contender.kind;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
