package io.github.stormlock.redis.internal.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.Secret;
import io.github.stormlock.test.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;

@Tag("server")
class ConnectionMakerTest {

    /** Jedis keeps the settings of a connection, and in them the login, for as long as the connection lives. */
    @Test
    void connectionKeepsNoPassword(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("password"), "first");
        try (RedisServer server = RedisServer.embedded();
                Jedis admin = new Jedis(server.uri())) {
            admin.aclSetUser("worker", "on", ">first", "~*", "&*", "+@all");
            RedisConfig config = RedisConfig.standalone(server.host(), server.port()).toBuilder()
                    .user("worker")
                    .password(Secret.file(file))
                    .build();
            ConnectionMaker maker =
                    new ConnectionMaker(new HostAndPort(server.host(), server.port()), new JedisSettings(config));
            SentPassword login = loginOf(maker.makeObject().getObject());
            Path rotated = Files.writeString(file, "second");
            assertThat(login.hasChanged())
                    .as("%s is compared with a password that was kept", rotated)
                    .isFalse();
            assertThat(login).hasFieldOrPropertyWithValue("sent", null);
            maker.close();
        }
    }

    private static SentPassword loginOf(PortConnection connection) throws ReflectiveOperationException {
        var kept = redis.clients.jedis.Connection.class.getDeclaredField("clientConfig");
        kept.setAccessible(true);
        return (SentPassword) ((JedisClientConfig) kept.get(connection)).getCredentialsProvider();
    }
}
