package io.github.stormlock.torture.fault;

import io.github.stormlock.test.Direction;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.ReplyLoss;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.Stage;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What happens between a client and its servers. */
public final class NetworkFaults {
    private static final String MARKS = "lock-seen:";

    private NetworkFaults() {}

    public static Map<String, Fault> all() {
        Map<String, Fault> faults = new TreeMap<>();
        faults.put("cut", stage -> stage.proxies().forEach(FaultProxy::cutAll));
        faults.put("reply-cut", stage -> loseReplies(stage, ReplyLoss.CUT));
        faults.put("reply-silent", stage -> loseReplies(stage, ReplyLoss.SILENCE));
        faults.put("delay", stage -> {
            Duration delay = Duration.ofMillis(20 + stage.random().nextInt(100));
            during(stage, proxy -> proxy.delay(delay));
        });
        faults.put("black-hole", stage -> during(stage, proxy -> proxy.blackHole(true)));
        faults.put("half-open", stage -> during(stage, proxy -> proxy.blackHole(Direction.REPLIES, true)));
        faults.put(
                "unreachable",
                stage -> during(stage, proxy -> {
                    proxy.refuse(true);
                    proxy.cutAll();
                }));
        faults.put("late-request", NetworkFaults::lateRequest);
        return faults;
    }

    /** Commits are delivered, and nobody hears of it. */
    private static void loseReplies(Stage stage, ReplyLoss loss) throws InterruptedException {
        int times = 1 + stage.random().nextInt(4);
        stage.proxies().forEach(proxy -> proxy.dropReplyWhen(FaultProxy.containing(MARKS), times, loss));
        stage.pause(200, 500);
        stage.proxies().forEach(FaultProxy::heal);
    }

    /** Requests hang until their client has given up, and arrive then. */
    private static void lateRequest(Stage stage) throws InterruptedException {
        stage.proxies().forEach(proxy -> proxy.holdRequestWhen(FaultProxy.containing("lock:"), 3));
        stage.pause(300, (int) stage.lease() * 3 / 2);
        stage.proxies().forEach(FaultProxy::heal);
        stage.proxies().forEach(FaultProxy::releaseHeld);
    }

    private static void during(Stage stage, Consumer<FaultProxy> trouble) throws InterruptedException {
        stage.proxies().forEach(trouble);
        try {
            stage.pause(200, 900);
        } finally {
            stage.proxies().forEach(FaultProxy::heal);
        }
        // What has lost bytes stays silent for ever: it ends by being cut, sometimes before its client gives it up.
        if (stage.random().nextBoolean()) {
            stage.proxies().forEach(FaultProxy::cutAll);
        }
    }
}
