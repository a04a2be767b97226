package io.github.stormlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.test.internal.process.Setting;
import java.net.URI;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.RedisClient;

@Tag("harness")
@ExtendWith(RedisExtension.class)
@Tag("server")
class RedisExtensionTest {
    private final Properties before = (Properties) System.getProperties().clone();

    @AfterEach
    void restoreSettings() {
        System.setProperties(before);
    }

    @RepeatedTest(2)
    void everyTestFindsAnEmptyRedis(RedisServer server, EntryReader entries) {
        assertThat(entries.keys("*")).isEmpty();
        try (RedisClient client = RedisClient.create(server.uri())) {
            assertThat(client.set("left by a test", "v")).isEqualTo("OK");
        }
        assertThat(entries.keys("*")).containsExactly("left by a test");
    }

    @Test
    void databaseZeroOfAForeignServerIsNotEmptied() {
        try (RedisServer theirs = RedisServer.embedded();
                EntryReader entries = EntryReader.of(theirs);
                SharedRedis shared = new SharedRedis(foreign(theirs.uri()))) {
            set(theirs.uri(), "theirs");
            assertThatThrownBy(shared::empty)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("redis://host:port/9", Setting.FLUSH.property());
            assertThat(entries.keys("*")).containsExactly("theirs");
            System.setProperty(Setting.FLUSH.property(), "true");
            shared.empty();
            assertThat(entries.keys("*")).isEmpty();
        }
    }

    @Test
    void namedDatabaseOfAForeignServerIsEmptiedAlone() {
        try (RedisServer theirs = RedisServer.embedded();
                EntryReader entries = EntryReader.of(theirs);
                SharedRedis shared = new SharedRedis(foreign(URI.create(theirs.uri() + "/9")))) {
            set(theirs.uri(), "theirs");
            set(shared.server().uri(), "ours");
            assertThat(shared.entries().keys("*")).containsExactly("ours");
            shared.empty();
            assertThat(shared.entries().keys("*")).isEmpty();
            assertThat(entries.keys("*")).containsExactly("theirs");
        }
    }

    @Test
    void killedServerRunsAgainForTheNextTest() {
        try (SharedRedis shared = new SharedRedis(RedisServer.embedded())) {
            shared.server().kill();
            shared.empty();
            assertThat(shared.entries().keys("*")).isEmpty();
        }
    }

    private static RedisServer foreign(URI uri) {
        return new RedisServer(RedisKind.EXTERNAL, uri, null, () -> {});
    }

    private static void set(URI uri, String key) {
        try (RedisClient client = RedisClient.create(uri)) {
            assertThat(client.set(key, "v")).isEqualTo("OK");
        }
    }
}
