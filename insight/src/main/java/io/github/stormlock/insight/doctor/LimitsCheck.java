package io.github.stormlock.insight.doctor;

import io.github.stormlock.redis.RedisConfig.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Are the limits of the servers wide enough for the connections and messages of workers? */
final class LimitsCheck extends Check {
    private static final double NEARLY = 0.8;
    private static final long LEAST_BUFFER = 1 << 20;
    private static final long LEAST_BUSY_MILLIS = 1_000;

    LimitsCheck() {
        super("limits", "clients.limits");
    }

    @Override
    List<Finding> look(Exam exam) {
        List<Finding> troubles = new ArrayList<>();
        boolean seen = true;
        for (Node node : exam.nodes()) {
            String place = "node " + Exam.place(node);
            long clients = exam.number(node, "clients", "connected_clients");
            long most = exam.number(node, "clients", "maxclients");
            if (most < 0) {
                most = exam.setting(node, "maxclients").map(Exam::number).orElse(-1L);
            }
            if (most > 0 && clients > NEARLY * most) {
                troubles.add(warn(place + " has " + clients + " of at most " + most
                        + " connections: soon workers are turned away. Raise maxclients."));
            }
            long buffer = pubsubLimit(exam.setting(node, "client-output-buffer-limit"));
            if (buffer > 0 && buffer < LEAST_BUFFER) {
                troubles.add(warn(place + " ends subscriptions that are " + buffer
                        + " bytes behind: wake-ups are lost in a burst. Raise client-output-buffer-limit pubsub."));
            }
            Optional<String> busy = exam.setting(node, "busy-reply-threshold");
            if (busy.isEmpty()) {
                busy = exam.setting(node, "lua-time-limit");
            }
            long millis = busy.map(Exam::number).orElse(-1L);
            if (millis > 0 && millis < LEAST_BUSY_MILLIS) {
                troubles.add(warn(place + " answers BUSY after " + millis
                        + " ms of a script: a large update then fails for all others. Raise busy-reply-threshold."));
            }
            seen &= millis >= 0 && most > 0;
        }
        if (troubles.isEmpty() && !seen) {
            return List.of(unknown("CONFIG GET is not permitted, so that not all limits are known"));
        }
        return orOk(troubles, "connections, subscriptions and scripts are far from their limits");
    }

    /** Returns the hard limit of subscriptions in bytes; 0 for none, -1 if unknown. */
    private static long pubsubLimit(Optional<String> limits) {
        String[] words = limits.orElse("").split(" ", -1);
        for (int i = 0; i + 1 < words.length; i++) {
            if (words[i].equals("pubsub")) {
                return Exam.number(words[i + 1]);
            }
        }
        return -1;
    }
}
