package io.github.stormlock.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

/** Tests the demo in a JVM of its own, which can be ended. */
@Tag("server")
class InterruptedDemoTest {
    @TempDir
    Path folder;

    @Test
    void interruptedRunLeavesAGivenRedisAsItWas() throws Exception {
        try (RedisServer server = RedisServer.embedded();
                RedisClient redis = RedisClient.create(server.uri())) {
            redis.set("stock:17", "another's");

            Process demo = start(server);
            try {
                await().atMost(Duration.ofMinutes(2)).until(() -> redis.exists("storm-demo:site"));
                demo.destroy();
                assertThat(demo.waitFor(1, TimeUnit.MINUTES)).as("ended").isTrue();
            } finally {
                demo.destroyForcibly();
            }

            assertThat(redis.keys("*")).containsExactly("stock:17");
            assertThat(folder.resolve("said")).content().contains("scripts/demo: interrupted");
            assertThat(demo.exitValue()).isNotZero();
        }
    }

    private Process start(RedisServer server) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dstorm-lock.demo.out=" + folder.resolve("out"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DemoMain.class.getName(),
                        "--redis",
                        server.uri().toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
    }
}
