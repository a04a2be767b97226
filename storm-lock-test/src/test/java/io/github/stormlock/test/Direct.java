package io.github.stormlock.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import redis.clients.jedis.Jedis;

/** Commands that tests send to one server, each over a connection of its own. */
final class Direct {
    private Direct() {}

    static void set(RedisServer server, String key, String value) {
        try (Jedis jedis = new Jedis(server.uri())) {
            assertThat(jedis.set(key, value)).isEqualTo("OK");
        }
    }

    static String get(RedisServer server, String key) {
        try (Jedis jedis = new Jedis(server.uri())) {
            return jedis.get(key);
        }
    }

    static void connect(int port) throws IOException {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
    }
}
