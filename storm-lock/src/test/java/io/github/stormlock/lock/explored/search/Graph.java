package io.github.stormlock.lock.explored.search;

import java.util.Arrays;
import java.util.BitSet;

/** The steps between numbered states. The steps of a state are added together, state 0 first. */
final class Graph {
    private final BitSet atRest = new BitSet();
    private int[] firstStep = new int[1024];
    private int[] targets = new int[4096];
    private byte[] duties = new byte[4096];
    private int states;
    private int steps;

    void addStep(int duty, int target) {
        if (steps == targets.length) {
            targets = Arrays.copyOf(targets, 2 * steps);
            duties = Arrays.copyOf(duties, 2 * steps);
        }
        duties[steps] = (byte) duty;
        targets[steps++] = target;
    }

    /** Ends the steps of the next state. */
    void endState(boolean isAtRest) {
        if (states + 1 == firstStep.length) {
            firstStep = Arrays.copyOf(firstStep, 2 * firstStep.length);
        }
        atRest.set(states, isAtRest);
        firstStep[++states] = steps;
    }

    int states() {
        return states;
    }

    int steps() {
        return steps;
    }

    boolean isAtRest(int state) {
        return atRest.get(state);
    }

    int firstStep(int state) {
        return firstStep[state];
    }

    int target(int step) {
        return targets[step];
    }

    /** Returns the duty of a step as a bit, or 0 if the step has none. */
    long duty(int step) {
        return duties[step] < 0 ? 0 : 1L << duties[step];
    }
}
