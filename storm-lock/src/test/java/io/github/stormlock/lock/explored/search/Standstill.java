package io.github.stormlock.lock.explored.search;

import java.util.Arrays;

/**
 * Looks for runs that never come to rest although every duty that stays open is done. Such a run ends in states that
 * reach each other (a strongly connected component, found by Tarjan's algorithm). Either one of them alone has nothing
 * due, or they form a circle in which each duty that is open everywhere is done somewhere.
 */
final class Standstill {
    static final int NONE = -1;
    private static final int UNSEEN = 0;

    private final Graph graph;
    private final int[] order;
    private final int[] low;
    private final int[] component;
    private final int[] stack;
    private final int[] path;
    private final int[] nextStep;
    private int seen;
    private int stacked;
    private int depth;
    private int components;
    private int found = NONE;

    private Standstill(Graph graph) {
        this.graph = graph;
        int states = graph.states();
        order = new int[states];
        low = new int[states];
        component = new int[states];
        stack = new int[states];
        path = new int[states];
        nextStep = new int[states];
        Arrays.fill(component, NONE);
    }

    /** Returns the first state reached of the end of such a run, or {@link #NONE}. */
    static int find(Graph graph) {
        Standstill search = new Standstill(graph);
        for (int state = 0; state < graph.states(); state++) {
            if (!graph.isAtRest(state) && search.order[state] == UNSEEN) {
                search.walk(state);
            }
        }
        return search.found;
    }

    private void walk(int root) {
        enter(root);
        while (depth > 0) {
            int state = path[depth - 1];
            if (nextStep[state] < graph.firstStep(state + 1)) {
                look(state, graph.target(nextStep[state]++));
            } else {
                leave(state);
            }
        }
    }

    private void enter(int state) {
        order[state] = low[state] = ++seen;
        nextStep[state] = graph.firstStep(state);
        stack[stacked++] = state;
        path[depth++] = state;
    }

    private void look(int state, int target) {
        if (graph.isAtRest(target)) {
            return;
        }
        if (order[target] == UNSEEN) {
            enter(target);
        } else if (component[target] == NONE) {
            low[state] = Math.min(low[state], order[target]);
        }
    }

    private void leave(int state) {
        depth--;
        if (depth > 0) {
            int before = path[depth - 1];
            low[before] = Math.min(low[before], low[state]);
        }
        if (low[state] == order[state]) {
            int from = stacked;
            do {
                component[stack[--from]] = components;
            } while (stack[from] != state);
            judge(from);
            stacked = from;
            components++;
        }
    }

    private void judge(int from) {
        long open = -1;
        long done = 0;
        int first = Integer.MAX_VALUE;
        for (int i = from; i < stacked; i++) {
            long openHere = 0;
            for (int step = graph.firstStep(stack[i]); step < graph.firstStep(stack[i] + 1); step++) {
                openHere |= graph.duty(step);
                done |= component[graph.target(step)] == components ? graph.duty(step) : 0;
            }
            open &= openHere;
            first = Math.min(first, stack[i]);
        }
        if ((open & ~done) == 0 && (found == NONE || first < found)) {
            found = first;
        }
    }
}
