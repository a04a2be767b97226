package io.github.stormlock.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** scripts/storm-dev, as a user calls it. */
final class StormDev {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private StormDev() {}

    /** What a command said, both ways, and its exit code. */
    record Said(int code, String text) {}

    static Said run(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(ROOT.resolve("scripts/storm-dev").toString()));
        command.addAll(List.of(arguments));
        return run(command);
    }

    static Said run(List<String> command) throws Exception {
        Path out = Files.createTempFile("storm-dev", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .redirectInput(new File("/dev/null"))
                    .start();
            if (!process.waitFor(180, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(command + " does not end: " + Files.readString(out));
            }
            return new Said(process.exitValue(), Files.readString(out));
        } finally {
            Files.delete(out);
        }
    }

    static String done(String... arguments) throws Exception {
        Said said = run(arguments);
        assertThat(said.code())
                .as("%s said: %s", List.of(arguments), said.text())
                .isZero();
        return said.text();
    }

    /** The totals as stats shows them. */
    static Map<String, Long> totals() throws Exception {
        Map<String, Long> totals = new HashMap<>();
        done("stats").lines().filter(line -> line.matches("[a-z_]+ \\d+")).forEach(line -> {
            int space = line.indexOf(' ');
            totals.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
        });
        return totals;
    }

    /** One of the library's metrics, summed over components. */
    static long metric(String name) throws Exception {
        return done("stats")
                .lines()
                .filter(line -> line.contains("storm-lock." + name + " "))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    static List<Long> workers(String topology) throws Exception {
        return done("worker-pids", topology).lines().map(Long::valueOf).toList();
    }

    static void signal(String signal, long pid) throws Exception {
        assertThat(run(List.of("kill", "-" + signal, Long.toString(pid))).code())
                .isZero();
    }

    static Path logs() throws IOException {
        return ROOT.resolve("target/storm-dev/home/logs").toRealPath();
    }
}
