package io.github.stormlock.lock.explored.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The findings of an exploration. Without a violation, {@code states} and {@code steps} count the whole system. */
public record Outcome(int states, long steps, @Nullable String violation, List<String> trace) {
    public boolean isClean() {
        return violation == null;
    }

    @Override
    public String toString() {
        String size = "%,d states, %,d steps".formatted(states, steps);
        return violation == null ? size : size + ": " + violation + "\n    " + String.join("\n    ", trace);
    }
}
