package io.github.stormlock.torture.scheme;

import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A lock as tutorials write it. Thread-safe.
 *
 * @param taking tries once to take the lock, and answers true if it was granted
 * @param expires true if a lock that is taken expires; otherwise it stays taken until it is released
 */
public record Scheme(Predicate<String> taking, Consumer<String> releasing, boolean expires) {}
