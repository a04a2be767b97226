/** The parts that contenders share: their interfaces, the servers, the clients, the computation. */
@NullMarked
package io.github.stormlock.benchmarks.contender.common;

import org.jspecify.annotations.NullMarked;
