package io.github.stormlock.lock.explored.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Explores a system that must be clean, and prints how large it is. */
public final class Explorations {
    private Explorations() {}

    public static <S> void clean(String name, Explorable<S> system, int mostStates) {
        long begin = System.nanoTime();
        Outcome outcome = Explorer.explore(system, mostStates);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        System.out.printf(
                "explored in %,d ms: %s: %,d states, %,d steps%n", millis, name, outcome.states(), outcome.steps());
        assertThat(outcome.violation()).as("%s: %s", name, outcome).isNull();
    }
}
