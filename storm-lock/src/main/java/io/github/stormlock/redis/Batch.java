package io.github.stormlock.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several scripts at once: one pipeline for each node, side by side, so that a dead node holds up none but its own
 * scripts. What a node did not run, because it was redirected or not known by its digest, goes again in a next round.
 * Of one call, for one thread.
 */
final class Batch {
    private final Topology topology;
    private final NodePools pools;
    private final Workers workers;
    private final long deadline;

    Batch(Topology topology, NodePools pools, Workers workers, long deadline) {
        this.topology = topology;
        this.pools = pools;
        this.workers = workers;
        this.deadline = deadline;
    }

    List<@Nullable Object> run(List<ScriptCall> calls) {
        List<Pending> all = new ArrayList<>(calls.size());
        for (ScriptCall call : calls) {
            Pending pending = new Pending(call);
            pending.route(topology, deadline);
            all.add(pending);
        }
        List<Pending> open = unsettled(all);
        while (!open.isEmpty()) {
            round(open);
            open = unsettled(open);
        }
        List<@Nullable Object> answers = new ArrayList<>(all.size());
        for (Pending pending : all) {
            answers.add(pending.answer());
        }
        return answers;
    }

    private void round(List<Pending> open) {
        Map<NodePool, List<Pending>> byNode = open.stream().collect(Collectors.groupingBy(Pending::pool));
        List<CompletableFuture<Void>> others = new ArrayList<>();
        Runnable own = null;
        for (Map.Entry<NodePool, List<Pending>> node : byNode.entrySet()) {
            Runnable pipeline = () -> Pipeline.run(node.getKey(), node.getValue(), deadline);
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
        for (Pending pending : open) {
            pending.followRedirection(topology, pools);
        }
    }

    private static List<Pending> unsettled(List<Pending> some) {
        return some.stream().filter(pending -> !pending.settled()).collect(Collectors.toList());
    }
}
