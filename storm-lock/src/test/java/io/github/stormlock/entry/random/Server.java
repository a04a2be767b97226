package io.github.stormlock.entry.random;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.internal.protocol.AttemptCall;
import io.github.stormlock.internal.protocol.AttemptReply;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.ReadReply.Found;
import io.github.stormlock.internal.protocol.ReadSpec;
import io.github.stormlock.redis.RedisPort;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;

/** One key of a Redis, on which the library's own script runs attempts. */
record Server(Jedis jedis, RedisPort port, String key) {
    /** Attempts an update. Returns null if it is written, or else what stands. */
    <V> @Nullable Found attempt(EntryKind<V> kind, Attempted attempted) {
        ReadSpec read = ReadSpec.of(kind, LockSettings.DEFAULT);
        AttemptCall call = new AttemptCall(
                List.of(new AttemptCall.Seen(LockKeys.of(key, false), read, attempted, Duration.ZERO)),
                List.of(),
                0,
                false,
                AttemptCall.FREE);
        AttemptReply reply = AttemptReply.of(port.run(call.toScriptCall(), Long.MAX_VALUE), 1);
        return reply instanceof AttemptReply.Written
                ? null
                : ((AttemptReply.Missed) reply).entries().get(0);
    }

    Object call(String command, byte[]... arguments) {
        byte[][] all = new byte[arguments.length + 1][];
        all[0] = key.getBytes(UTF_8);
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        // Only scripts know that name. The difference is a time to live, which no field has here.
        String known = command.equals(EntryCommand.KEEPING_HSET) ? "HSET" : command;
        return jedis.sendCommand(() -> known.getBytes(UTF_8), all);
    }

    Object call(EntryCommand command) {
        return call(command.name(), command.arguments().toArray(new byte[0][]));
    }

    boolean exists() {
        return (Long) call("EXISTS") == 1;
    }

    <V> V open(EntryKind<V> kind) {
        return kind.view(kind.opened(exists(), answer(kind), false));
    }

    /** Returns the answer to the read of a kind, as a script gives it. */
    private Object answer(EntryKind<?> kind) {
        Object answer = call(kind.read());
        return kind.part().sized() ? Arrays.asList(call(kind.sizeCommand()), answer) : answer;
    }
}
