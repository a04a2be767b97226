package io.github.stormlock.entry.random;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import redis.clients.jedis.Jedis;
import redis.embedded.RedisServer;

/** A Redis of its own on a free port, and one key in it. */
final class RealServer implements Server, AutoCloseable {

    private static final String HOST = "127.0.0.1";

    private final RedisServer process;
    private final Jedis jedis;

    RealServer() throws IOException {
        int port = freePort();
        process = RedisServer.newRedisServer()
                .port(port)
                .bind(HOST)
                .setting("save \"\"")
                .setting("appendonly no")
                .build();
        process.start();
        jedis = new Jedis(HOST, port);
    }

    @Override
    public Object call(String command, byte[]... arguments) {
        byte[][] all = new byte[arguments.length + 1][];
        all[0] = "entry".getBytes(UTF_8);
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return jedis.sendCommand(() -> command.getBytes(UTF_8), all);
    }

    @Override
    public void close() throws IOException {
        jedis.close();
        process.stop();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
