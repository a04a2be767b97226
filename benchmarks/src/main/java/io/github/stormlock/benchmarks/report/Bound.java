package io.github.stormlock.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.stream.Stream;

/** The side of the wanted value on which a measured value has to be. */
enum Bound {
    AT_LEAST("at least", ">="),
    AT_MOST("at most", "<="),
    BELOW("below", "<");

    private final String words;
    private final String sign;

    Bound(String words, String sign) {
        this.words = words;
        this.sign = sign;
    }

    static Bound of(String sign) {
        return Stream.of(values())
                .filter(bound -> bound.sign.equals(sign))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no bound " + sign));
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

    String sign() {
        return sign;
    }
}
