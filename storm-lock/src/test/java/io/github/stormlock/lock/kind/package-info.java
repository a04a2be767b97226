/** Fair locks and read-write locks: who may hold them together, who comes next, and what their views promise. */
@NullMarked
package io.github.stormlock.lock.kind;

import org.jspecify.annotations.NullMarked;
