package io.github.stormlock.benchmarks.work;

import org.jspecify.annotations.Nullable;

/**
 * The memory that one held lock takes, in bytes.
 *
 * @param heap the heap in the JVM that holds it; {@code null} if too few are held to tell it from chance
 * @param redis the keys in Redis with their values
 */
public record HeldBytes(@Nullable Double heap, double redis) {}
