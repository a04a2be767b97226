package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;

/** Computes, but writes nothing. This is the ceiling of a work that has costs of its own. */
final class NothingContender implements Contender {
    private final Computation computation;

    NothingContender(Computation computation) {
        this.computation = computation;
    }

    @Override
    public void add(String key, int worker, long number) {
        computation.one();
    }

    @Override
    public void close() {}
}
