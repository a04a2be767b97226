package io.github.stormlock.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonValue;

/** The side of the wanted value on which a measured value has to be. */
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
