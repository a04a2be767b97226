package io.github.stormlock.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.topologies.accesslog.AccessLogTopology;
import io.github.stormlock.topologies.transfer.TransferTopology;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the packaged jar for {@code storm jar}. */
@Tag("server")
class StormJarTest {

    private static final Path JAR = Path.of(System.getProperty("storm.jar.file"));

    @TempDir
    Path folder;

    @Test
    void holdsWhatAWorkerLacksAndNothingElse() throws IOException {
        List<String> names = names();

        assertThat(names)
                .contains(
                        AccessLogTopology.class.getName().replace('.', '/') + ".class",
                        "io/github/stormlock/bolt/LockingBolt.class",
                        "redis/clients/jedis/RedisClient.class",
                        "org/apache/commons/pool2/impl/GenericObjectPool.class")
                .anyMatch(name -> name.startsWith("com/google/gson/"))
                .anyMatch(name -> name.endsWith(".lua"));
        assertThat(names)
                .noneMatch(name -> name.startsWith("org/apache/storm/")
                        // It is not signed.
                        || name.matches("META-INF/[^/]+\\.(SF|DSA|RSA)")
                        || name.startsWith("org/slf4j/")
                        || name.startsWith("org/apache/logging/")
                        || name.startsWith("ch/qos/")
                        || name.startsWith("org/junit/")
                        || name.startsWith("io/github/stormlock/test/")
                        || name.startsWith("io/github/stormlock/demo/"));
    }

    @Test
    void saysHowItIsUsed() throws Exception {
        assertUsage(AccessLogTopology.class, run(AccessLogTopology.class));
        assertUsage(AccessLogTopology.class, run(AccessLogTopology.class, "log", "--conf", "file"));
        assertUsage(TransferTopology.class, run(TransferTopology.class));
        assertUsage(TransferTopology.class, run(TransferTopology.class, "sell"));
    }

    @Test
    void namesAWrongSettingBeforeAnythingIsSubmitted() throws Exception {
        Path conf = Files.writeString(folder.resolve("wrong.yaml"), "storm.lock.redis.urj: redis://127.0.0.1\n");
        Finished finished = run(AccessLogTopology.class, "log", conf.toString());

        assertThat(finished.code()).isEqualTo(2);
        assertThat(finished.errors()).contains("storm.lock.redis.urj").doesNotContain("\tat ");
    }

    @Test
    void endsWithAnErrorIfTheTopologyIsNotAccepted() throws Exception {
        Finished finished = run(AccessLogTopology.class, "log");

        assertThat(finished.code()).as(finished.errors()).isEqualTo(1);
        assertThat(finished.errors()).contains("topology access-log was not accepted");
    }

    private static void assertUsage(Class<?> main, Finished finished) {
        assertThat(finished.code()).as(finished.errors()).isEqualTo(2);
        assertThat(finished.errors()).startsWith("usage: storm jar JAR " + main.getName());
    }

    private static List<String> names() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            return jar.stream().map(entry -> entry.getName()).toList();
        }
    }

    private record Finished(int code, String errors) {}

    /**
     * Runs a main as {@code storm jar} does, on Storm's client library and the jar, with no Nimbus that would answer.
     */
    private Finished run(Class<?> main, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dstorm.jar=" + JAR,
                "-Dstorm.options=nimbus.thrift.port=1,storm.nimbus.retry.times=0",
                "-cp",
                stormsOwn() + File.pathSeparator + JAR,
                main.getName()));
        command.addAll(List.of(args));
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(errors.toFile())
                .start();
        try {
            return new Finished(process.waitFor(), Files.readString(errors, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }

    private static String stormsOwn() {
        return Stream.of(System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator)))
                .filter(entry -> entry.endsWith(".jar"))
                .filter(entry -> !entry.contains("storm-lock") && !entry.contains("topologies"))
                .filter(entry -> !Path.of(entry).getFileName().toString().matches("(jedis|commons-pool2|gson).*"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
