package io.github.stormlock.lock.explored.state;

import java.util.List;

/**
 * A caller that submits updates, in order. The updates of one submission are submitted together.
 *
 * @param waits true if it submits the next only when all of the last are settled
 */
public record Caller(boolean waits, List<List<Integer>> submissions) {}
