package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

/** The jar runs by itself, with nothing of this project beside it. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class LocksJarTest {
    private record Ended(int status, String out, String err) {}

    private static Ended run(String... arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("locks-jar");
        Path jar = Files.copy(Path.of(System.getProperty("locks.jar.file")), folder.resolve("locks.jar"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                jar.toString()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    @Test
    void jarShowsLocksOfARealServer(RedisServer server) throws Exception {
        try (Jedis redis = new Jedis(server.uri())) {
            redis.set(LockNames.of("").lock("jöb:export"), "worker-17");
        }
        String uri = "redis://127.0.0.1:" + server.port();
        Ended list = run("list", "--redis", uri);
        assertThat(list.err()).isEmpty();
        assertThat(list.status()).isZero();
        assertThat(list.out()).contains("jöb:export").contains("(stranger) \"worker-17\"");
        Ended explain = run("explain", "jöb:export", "--redis", uri);
        assertThat(explain.err()).isEmpty();
        assertThat(explain.status()).isEqualTo(1);
        assertThat(explain.out()).contains("nobody ever frees it");
        Ended doctor = run("doctor", "--redis", uri);
        assertThat(doctor.err()).isEmpty();
        assertThat(doctor.out()).contains(" ok    scripts ", " WARN  no expiry ", "0 failures.");
        Ended broken = run("break", "jöb:export", "--yes", "--stranger", "--reason", "it is gone", "--redis", uri);
        assertThat(broken.err()).isEmpty();
        assertThat(broken.out()).contains("broken; it is free");
        assertThat(run("explain", "jöb:export", "--redis", uri).out()).contains("who wrote: \"it is gone\"");
    }

    @Test
    void jarIsSmallAndSaysItsVersion() throws Exception {
        assertThat(Files.size(Path.of(System.getProperty("locks.jar.file")))).isLessThan(12_000_000);
        assertThat(run("--version").out()).startsWith("locks ").doesNotContain("not from a jar");
        assertThat(run("nonsense").status()).isEqualTo(2);
    }
}
