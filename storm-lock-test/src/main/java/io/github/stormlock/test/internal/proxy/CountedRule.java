package io.github.stormlock.test.internal.proxy;

import java.util.function.Predicate;

/** A rule for a number of requests that match: it says what happens to each. Guarded by its owner's lock. */
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

    /** Returns true if the rule applies to this command; this uses up one of its times. */
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
