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
import org.apache.storm.Config;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.Nimbus.Iface;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;

/** Calls scripts/storm-dev as a user does. */
final class StormDev {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private StormDev() {}

    /** The output of a command, both streams together, and its exit code. */
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

    /** Returns the totals as {@code stats} shows them. */
    static Map<String, Long> totals() throws Exception {
        Map<String, Long> totals = new HashMap<>();
        done("stats").lines().filter(line -> line.matches("[a-z_]+ \\d+")).forEach(line -> {
            int space = line.indexOf(' ');
            totals.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
        });
        return totals;
    }

    /** Returns one of the library's metrics, summed over components. */
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

    /** Returns the process id of the worker in which the only task of a component runs. */
    static long worker(String topology, String component) throws Exception {
        String port = ask(nimbus -> {
            String id = id(nimbus, topology);
            for (ExecutorSummary executor : nimbus.getTopologyInfo(id).get_executors()) {
                if (executor.get_component_id().equals(component)) {
                    return Integer.toString(executor.get_port());
                }
            }
            throw new AssertionError(topology + " has no " + component);
        });
        for (long pid : workers(topology)) {
            String[] arguments =
                    Files.readString(Path.of("/proc", "" + pid, "cmdline")).split("\0", -1);
            if (List.of(arguments).contains(port)) {
                return pid;
            }
        }
        throw new AssertionError("no worker of " + topology + " has port " + port);
    }

    /** Returns the number of threads of a process with names that begin like this. */
    static long threads(long pid, String name) throws Exception {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        return run(List.of(jcmd, Long.toString(pid), "Thread.print"))
                .text()
                .lines()
                .filter(line -> line.startsWith('"' + name))
                .count();
    }

    /** Returns the topology's configuration as Nimbus shows it to every client. */
    static String topologyConf(String topology) throws Exception {
        return ask(nimbus -> nimbus.getTopologyConf(id(nimbus, topology)));
    }

    private interface Question<T> {
        T ask(Iface nimbus) throws Exception;
    }

    private static <T> T ask(Question<T> question) throws Exception {
        Map<String, Object> conf = Utils.readDefaultConfig();
        conf.put(Config.NIMBUS_SEEDS, List.of("127.0.0.1"));
        conf.put(Config.NIMBUS_THRIFT_PORT, 16_627);
        try (NimbusClient client = NimbusClient.Builder.withConf(conf).build()) {
            return question.ask(client.getClient());
        }
    }

    private static String id(Iface nimbus, String topology) throws Exception {
        return nimbus.getClusterInfo().get_topologies().stream()
                .filter(one -> one.get_name().equals(topology))
                .findFirst()
                .orElseThrow()
                .get_id();
    }

    static Path logs() throws IOException {
        return ROOT.resolve("target/storm-dev/home/logs").toRealPath();
    }
}
