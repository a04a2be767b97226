package io.github.stormlock.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonValue;

/** On which side of what is wanted a value has to be. */
enum Bound {
    AT_LEAST("at least"),
    AT_MOST("at most"),
    BELOW("below");

    private final String words;

    Bound(String words) {
        this.words = words;
    }

    boolean holds(double value, double wanted) {
        return switch (this) {
            case AT_LEAST -> value >= wanted;
            case AT_MOST -> value <= wanted;
            case BELOW -> value < wanted;
        };
    }

    @JsonValue
    String words() {
        return words;
    }
}
