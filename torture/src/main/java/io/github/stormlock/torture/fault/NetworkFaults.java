package io.github.stormlock.torture.fault;

import io.github.stormlock.test.Direction;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.ReplyLoss;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.FaultContext;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Faults of the network between a client and its servers. */
public final class NetworkFaults {
    private static final String MARKS = "lock-seen:";

    private NetworkFaults() {}

    public static Map<String, Fault> all() {
        Map<String, Fault> faults = new TreeMap<>();
        faults.put("cut", context -> context.proxies().forEach(FaultProxy::cutAll));
        faults.put("reply-cut", context -> loseReplies(context, ReplyLoss.CUT, MARKS));
        faults.put("reply-silent", context -> loseReplies(context, ReplyLoss.SILENCE, MARKS));
        faults.put("delay", context -> {
            Duration delay = Duration.ofMillis(20 + context.random().nextInt(100));
            during(context, proxy -> proxy.delay(delay));
        });
        faults.put("black-hole", context -> during(context, proxy -> proxy.blackHole(true)));
        faults.put("half-open", context -> during(context, proxy -> proxy.blackHole(Direction.REPLIES, true)));
        faults.put("unreachable", context -> during(context, NetworkFaults::unreachable));
        faults.put("late-request", NetworkFaults::lateRequest);
        return faults;
    }

    static void unreachable(FaultProxy proxy) {
        proxy.refuse(true);
        proxy.cutAll();
    }

    /** Delivers requests that have this part, and loses their answers. */
    static void loseReplies(FaultContext context, ReplyLoss loss, String part) throws InterruptedException {
        int times = 1 + context.random().nextInt(4);
        context.proxies().forEach(proxy -> proxy.dropReplyWhen(FaultProxy.containing(part), times, loss));
        context.pause(200, 500);
        context.proxies().forEach(FaultProxy::heal);
    }

    /** Holds requests back until their client has given up, and delivers them then. */
    private static void lateRequest(FaultContext context) throws InterruptedException {
        context.proxies().forEach(proxy -> proxy.holdRequestWhen(FaultProxy.containing("lock:"), 3));
        context.pause(300, (int) context.lease() * 3 / 2);
        context.proxies().forEach(FaultProxy::heal);
        context.proxies().forEach(FaultProxy::releaseHeld);
    }

    private static void during(FaultContext context, Consumer<FaultProxy> trouble) throws Exception {
        Collection<FaultProxy> proxies = context.proxies();
        context.during(() -> proxies.forEach(trouble), 200, 900, () -> proxies.forEach(FaultProxy::heal));
        // A connection that has lost bytes stays silent for ever. Some are cut here, perhaps before they are given up.
        if (context.random().nextBoolean()) {
            context.proxies().forEach(FaultProxy::cutAll);
        }
    }
}
