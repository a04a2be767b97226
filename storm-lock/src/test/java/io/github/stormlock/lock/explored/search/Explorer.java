package io.github.stormlock.lock.explored.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Walks through all states of a system, breadth first, so that a violation comes with a shortest trace. Afterwards it looks
 * for runs that never come to rest. Not thread-safe, and used once.
 */
public final class Explorer<S> {
    private static final int START = -1;

    private final Explorable<S> system;
    private final int mostStates;
    private final Map<S, Integer> numbers = new HashMap<>();
    private final List<S> states = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();
    private final Graph graph = new Graph();

    private Explorer(Explorable<S> system, int mostStates) {
        this.system = system;
        this.mostStates = mostStates;
    }

    /** @throws IllegalStateException if the system has more states than allowed */
    public static <S> Outcome explore(Explorable<S> system, int mostStates) {
        return new Explorer<>(system, mostStates).run();
    }

    private Outcome run() {
        number(system.start(), START);
        for (int state = 0; state < states.size(); state++) {
            try {
                expand(state);
            } catch (BrokenInvariant e) {
                return found(String.valueOf(e.getMessage()), state);
            }
        }
        numbers.clear();
        int stuck = Standstill.find(graph);
        return stuck == Standstill.NONE
                ? new Outcome(states.size(), graph.steps(), null, List.of())
                : found("LIVE: it never comes to rest from " + states.get(stuck), stuck);
    }

    private void expand(int state) {
        S from = states.get(state);
        system.addSteps(from, (name, duty, next) -> graph.addStep(duty, number(next, state)));
        graph.endState(system.isAtRest(from));
        if (states.size() > mostStates) {
            throw new IllegalStateException("more than %,d states".formatted(mostStates));
        }
    }

    private int number(S state, int parent) {
        Integer known = numbers.putIfAbsent(state, states.size());
        if (known != null) {
            return known;
        }
        states.add(state);
        parents.add(parent);
        return states.size() - 1;
    }

    private Outcome found(String violation, int last) {
        Deque<String> trace = new ArrayDeque<>();
        for (int state = last; parents.get(state) != START; state = parents.get(state)) {
            trace.addFirst(nameOfStep(states.get(parents.get(state)), states.get(state)));
        }
        return new Outcome(states.size(), graph.steps(), violation, List.copyOf(trace));
    }

    // Names are not kept, because there are far more steps than a trace has.
    private String nameOfStep(S from, S to) {
        List<String> names = new ArrayList<>();
        system.addSteps(from, (name, duty, next) -> {
            if (Objects.equals(next, to)) {
                names.add(name.get());
            }
        });
        return names.get(0);
    }
}
