package io.github.stormlock.torture.fault;

import io.github.stormlock.test.RedisServer;
import io.github.stormlock.torture.run.FaultContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import redis.clients.jedis.exceptions.JedisException;

/** Takes away the permission for a command for a while, from the user that clients log in as. */
final class PermissionFaults {
    private static final String USER = "default";

    /** Commands of a commit. They come before its first write, in its middle, and behind it. */
    private static final List<String> COMMANDS = List.of("hset", "hdel", "rpush", "zadd", "pexpire", "publish");

    private PermissionFaults() {}

    /** Takes away the permission for one command after another, and gives each back. */
    static void revoke(FaultContext context) throws Exception {
        List<String> shuffled = new ArrayList<>(COMMANDS);
        Collections.shuffle(shuffled, context.random());
        for (String command : shuffled) {
            context.during(() -> set(context, '-' + command), 80, 220, () -> allow(context, '+' + command));
        }
    }

    /** Takes away the permission for one command at one server for a while. */
    static void without(FaultContext context, RedisServer server, String command) throws Exception {
        context.during(
                () -> TortureServers.ask(server, redis -> redis.aclSetUser(USER, '-' + command)),
                80,
                200,
                () -> TortureServers.ask(server, redis -> redis.aclSetUser(USER, '+' + command)));
    }

    private static void set(FaultContext context, String rule) {
        context.setup().everywhere(redis -> redis.aclSetUser(USER, rule));
    }

    /** Gives the permission back, in two tries. A run without this command would show nothing about the library any more. */
    private static void allow(FaultContext context, String rule) {
        try {
            set(context, rule);
        } catch (JedisException | IllegalStateException again) {
            set(context, rule);
        }
    }
}
