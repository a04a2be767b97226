/** The parts that contenders share: their interfaces, the servers, the clients, the computation. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.contender.common;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
