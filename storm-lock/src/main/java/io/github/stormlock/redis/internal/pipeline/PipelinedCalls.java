package io.github.stormlock.redis.internal.pipeline;

import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.NodePools;
import io.github.stormlock.redis.internal.route.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Brings the calls of one use of the port to their answers. Each node has one pipeline, and the pipelines run side by
 * side, so that a dead node holds up none but its own calls. What a node did not run goes again in a next round: it was redirected,
 * not known by its digest, or the node's pool was retired. For one thread.
 */
record PipelinedCalls(Topology topology, NodePools pools, DaemonThreads workers, boolean alert, long deadline) {
    /** Sends the calls, and returns once each is settled. */
    void settle(List<PendingCall> all) {
        for (PendingCall pending : all) {
            pending.route(topology, deadline);
        }
        List<PendingCall> open = unsettled(all);
        while (!open.isEmpty()) {
            round(open);
            open = unsettled(open);
        }
    }

    private void round(List<PendingCall> open) {
        if (open.size() == 1) {
            send(open.get(0).pool(), open);
        } else {
            sideBySide(open.stream().collect(Collectors.groupingBy(PendingCall::pool)));
        }
        for (PendingCall pending : open) {
            pending.goOn(topology, pools, deadline);
        }
    }

    private void sideBySide(Map<NodePool, List<PendingCall>> byNode) {
        List<CompletableFuture<Void>> others = new ArrayList<>();
        Runnable own = null;
        for (Map.Entry<NodePool, List<PendingCall>> node : byNode.entrySet()) {
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

    private void send(NodePool pool, List<PendingCall> calls) {
        Pipeline.run(pool, calls, alert, deadline);
    }

    private static List<PendingCall> unsettled(List<PendingCall> some) {
        for (PendingCall pending : some) {
            if (!pending.settled()) {
                return some.stream().filter(one -> !one.settled()).collect(Collectors.toList());
            }
        }
        return List.of();
    }
}
