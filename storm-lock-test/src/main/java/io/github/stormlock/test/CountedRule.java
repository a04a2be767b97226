package io.github.stormlock.test;

import java.util.function.Predicate;

/** What is to happen to the next so many requests that match. Guarded by its owner's lock. */
final class CountedRule<T> {
    private final Predicate<byte[]> request;
    private final T fate;
    private int left;

    CountedRule(Predicate<byte[]> request, int times, T fate) {
        if (times < 1) {
            throw new IllegalArgumentException("The number of requests is " + times + ": it must be 1 or more");
        }
        this.request = request;
        this.left = times;
        this.fate = fate;
    }

    boolean claims(byte[] command) {
        if (left == 0 || !request.test(command)) {
            return false;
        }
        left--;
        return true;
    }

    boolean isSpent() {
        return left == 0;
    }

    T fate() {
        return fate;
    }
}
