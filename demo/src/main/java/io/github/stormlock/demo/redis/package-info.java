/**
 * The Redis of a run: its address, its start and its end, and the claim that keeps two runs from counting into the same
 * keys.
 */
@NullMarked
package io.github.stormlock.demo.redis;

import org.jspecify.annotations.NullMarked;
