package io.github.stormlock.benchmarks.work;

import org.jspecify.annotations.Nullable;

/**
 * What one held lock takes.
 *
 * @param heap in the JVM that holds it; {@code null} where too few are held to tell it from chance
 * @param redis of keys and their values
 */
public record HeldBytes(@Nullable Double heap, double redis) {}
