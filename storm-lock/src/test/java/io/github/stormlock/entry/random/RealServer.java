package io.github.stormlock.entry.random;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.stormlock.entry.EntryCommand;
import redis.clients.jedis.Jedis;

/** One key of a Redis. */
record RealServer(Jedis jedis, String key) implements Server {
    @Override
    public Object call(String command, byte[]... arguments) {
        byte[][] all = new byte[arguments.length + 1][];
        all[0] = key.getBytes(UTF_8);
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        // Only scripts know that name. The difference is a time to live, which no field has here.
        String known = command.equals(EntryCommand.KEEPING_HSET) ? "HSET" : command;
        return jedis.sendCommand(() -> known.getBytes(UTF_8), all);
    }
}
