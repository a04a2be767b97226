package io.github.stormlock.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Brings calls to their answers: one pipeline for each node, side by side, so that a dead node holds up none but its own
 * calls. What a node did not run, because it was redirected or not known by its digest, goes again in a next round. Of one
 * call of the port, for one thread.
 */
final class Batch {
    private final Topology topology;
    private final NodePools pools;
    private final Workers workers;
    private final boolean alert;
    private final long deadline;

    /** @param alert as {@link Pipeline#run} has it */
    Batch(Topology topology, NodePools pools, Workers workers, boolean alert, long deadline) {
        this.topology = topology;
        this.pools = pools;
        this.workers = workers;
        this.alert = alert;
        this.deadline = deadline;
    }

    /** Returns once each is settled. */
    void settle(List<Pending> all) {
        for (Pending pending : all) {
            pending.route(topology, deadline);
        }
        List<Pending> open = unsettled(all);
        while (!open.isEmpty()) {
            round(open);
            open = unsettled(open);
        }
    }

    private void round(List<Pending> open) {
        if (open.size() == 1) {
            send(open.get(0).pool(), open);
        } else {
            sideBySide(open.stream().collect(Collectors.groupingBy(Pending::pool)));
        }
        for (Pending pending : open) {
            pending.followRedirection(topology, pools);
        }
    }

    private void sideBySide(Map<NodePool, List<Pending>> byNode) {
        List<CompletableFuture<Void>> others = new ArrayList<>();
        Runnable own = null;
        for (Map.Entry<NodePool, List<Pending>> node : byNode.entrySet()) {
            Runnable pipeline = () -> send(node.getKey(), node.getValue());
            if (own == null) {
                own = pipeline;
            } else {
                others.add(CompletableFuture.runAsync(pipeline, workers::executeOrRun));
            }
        }
        if (own != null) {
            own.run();
        }
        others.forEach(CompletableFuture::join);
    }

    private void send(NodePool pool, List<Pending> calls) {
        Pipeline.run(pool, calls, alert, deadline);
    }

    private static List<Pending> unsettled(List<Pending> some) {
        for (Pending pending : some) {
            if (!pending.settled()) {
                return some.stream().filter(one -> !one.settled()).collect(Collectors.toList());
            }
        }
        return List.of();
    }
}
