package io.github.stormlock.redis.internal.pipeline;

import io.github.stormlock.redis.ReplicasConfig;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.args.Rawable;

/**
 * Makes the commands that go over the wire. Keys are added as plain arguments: the slot is known already, so Jedis need
 * not compute it.
 */
public final class Commands {
    private Commands() {}

    public static CommandArguments bySha1(ScriptCall call) {
        return script(Command.EVALSHA, call.script().sha1(), call);
    }

    public static CommandArguments byText(ScriptCall call) {
        return script(Command.EVAL, call.script().text(), call);
    }

    public static CommandArguments asking() {
        return new CommandArguments(Command.ASKING);
    }

    /**
     * Returns the command that answers how many replicas have all that was written when this connection's last command
     * ran, by this connection or by others.
     */
    public static CommandArguments wait(ReplicasConfig replicas) {
        return new CommandArguments(Command.WAIT).add(replicas.least()).add(replicas.millis());
    }

    public static CommandArguments ping() {
        return new CommandArguments(Command.PING);
    }

    public static CommandArguments subscribe(byte[] channel) {
        return new CommandArguments(Command.SUBSCRIBE).add(channel);
    }

    private static CommandArguments script(Command command, byte[] script, ScriptCall call) {
        CommandArguments arguments =
                new CommandArguments(command).add(raw(script)).add(call.keys().size());
        addAll(arguments, call.keys());
        addAll(arguments, call.args());
        return arguments;
    }

    private static void addAll(CommandArguments arguments, List<byte[]> values) {
        for (int i = 0; i < values.size(); i++) {
            arguments.add(raw(values.get(i)));
        }
    }

    /** Returns an argument whose bytes are not copied, as Jedis's own kind does: nobody changes them here. */
    private static Rawable raw(byte[] bytes) {
        return () -> bytes;
    }
}
