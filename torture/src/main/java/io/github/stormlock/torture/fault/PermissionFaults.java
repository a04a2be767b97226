package io.github.stormlock.torture.fault;

import io.github.stormlock.test.RedisServer;
import io.github.stormlock.torture.run.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import redis.clients.jedis.exceptions.JedisException;

/** What happens when the user that clients log in as may not give some command any more, for a while. */
final class PermissionFaults {
    private static final String USER = "default";

    /** Commands of a commit, which come before its first write, in its middle, and behind it. */
    private static final List<String> COMMANDS = List.of("hset", "hdel", "rpush", "zadd", "pexpire", "publish");

    private PermissionFaults() {}

    /** One command after another. */
    static void revoke(Stage stage) throws InterruptedException {
        List<String> shuffled = new ArrayList<>(COMMANDS);
        Collections.shuffle(shuffled, stage.random());
        for (String command : shuffled) {
            without(stage, command);
        }
    }

    private static void without(Stage stage, String command) throws InterruptedException {
        try {
            set(stage, '-' + command);
            stage.pause(80, 220);
        } finally {
            allow(stage, '+' + command);
        }
    }

    /** As {@link #revoke}, for one command at one server. */
    static void without(RedisServer server, String command, Pause meanwhile) throws InterruptedException {
        String unused = Servers.ask(server, redis -> redis.aclSetUser(USER, '-' + command));
        try {
            meanwhile.pass();
        } finally {
            unused = Servers.ask(server, redis -> redis.aclSetUser(USER, '+' + command));
        }
    }

    private static void set(Stage stage, String rule) {
        List<String> unused = stage.site().everywhere(redis -> redis.aclSetUser(USER, rule));
    }

    /** Whatever stood in the way: a run without this command would say nothing of the library any more. */
    private static void allow(Stage stage, String rule) {
        try {
            set(stage, rule);
        } catch (JedisException | IllegalStateException again) {
            set(stage, rule);
        }
    }

    /** Lets some time pass. */
    @FunctionalInterface
    interface Pause {
        void pass() throws InterruptedException;
    }
}
