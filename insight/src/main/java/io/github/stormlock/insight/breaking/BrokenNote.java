package io.github.stormlock.insight.breaking;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.Reply;
import io.github.stormlock.lock.insight.LockNames;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What stands in Redis about a lock that was broken: who did it, when, whose it was, and why. */
public final class BrokenNote {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KEPT_MILLIS = Long.toString(Duration.ofDays(7).toMillis());

    private BrokenNote() {}

    /**
     * Writes it.
     *
     * @param servers the servers
     * @param names the names of keys
     * @param target what was broken
     * @param reason why
     * @return why the server refused it; empty if it stands
     */
    public static String write(RedisServers servers, LockNames names, BreakTarget target, String reason) {
        String entry = target.lock().entry();
        String key = names.broken(entry);
        List<Reply> time = servers.ask(Query.routed(key, List.of("TIME"))).list();
        ObjectNode note = JSON.createObjectNode()
                .put("v", 1)
                .put("reason", reason)
                .put("by", by())
                .put("holder", target.holder().words())
                .put("kind", target.meaning().name().toLowerCase(Locale.ROOT))
                .put("token", target.holder().value());
        if (time.size() == 2) {
            note.put(
                    "at",
                    time.get(0).number().orElse(0) * 1_000
                            + time.get(1).number().orElse(0) / 1_000);
        }
        return servers.ask(Query.of("SET", key, note.toString(), "PX", KEPT_MILLIS))
                .refusal();
    }

    /** {@return who does it: the user of the operating system, and the machine} */
    public static String by() {
        return System.getProperty("user.name", "?") + '@' + host();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "?";
        }
    }
}
