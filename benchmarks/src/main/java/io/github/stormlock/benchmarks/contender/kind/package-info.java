/** Contenders that take a lock of some kind and give it back, without an entry. */
@NullMarked
package io.github.stormlock.benchmarks.contender.kind;

import org.jspecify.annotations.NullMarked;
