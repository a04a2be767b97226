package io.github.stormlock.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The functions of scripts/storm-dev that need no cluster run in a folder of their own. */
@Tag("daily")
@Tag("server")
class StormDevScriptTest {
    private static final String SCRIPTS = Path.of("storm-dev").toAbsolutePath().toString();

    @TempDir
    Path folder;

    private StormDev.Said run(String script) throws Exception {
        String begin =
                """
                set -euo pipefail
                root=%1$s name=storm-dev dev=%1$s/dev home=%1$s/dev/home settings=%1$s/settings network=host
                mkdir -p $home
                fail() { echo "$*" >&2; exit 1; }
                for each in net daemons orders; do source %2$s/$each.sh; done
                """
                        .formatted(folder, SCRIPTS);
        return StormDev.run(List.of("bash", "-c", begin + script));
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "soak", "storm", "storm-dev", "cluster-test"})
    void helpFitsAScreen(String script) throws Exception {
        String help = StormDev.run(List.of("../scripts/" + script, "--help")).text();
        assertThat(help).startsWith("Usage: ").contains("Exit status: ");
        assertThat(help.lines()).hasSizeLessThanOrEqualTo(40).allSatisfy(line -> assertThat(line)
                .hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void daemonsInheritNoDescriptors() throws Exception {
        StormDev.Said said = run("exec 7>$dev/lock; (become_in_network bash -c 'echo /proc/$$/fd/*')");
        assertThat(said.text()).contains("/fd/2").doesNotContain("/fd/7");
    }

    @Test
    void whatIgnoresASignalIsKilledSoonAndDownTellsIt() throws Exception {
        String hangs =
                "bash -c 'trap \"\" TERM; while :; do read -t 60 <> <(:) || true; done' x -Dstorm.home=$home &\n";
        long begun = System.nanoTime();
        StormDev.Said said = run(hangs + "until [ -n \"$(our_pids)\" ]; do :; done; remove_namespace() { :; }; down");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
        assertThat(said.code()).as(said.text()).isZero();
        assertThat(said.text())
                .contains("still running: 1; sending SIGTERM", "sending SIGKILL", "nothing is left running");
    }

    @Test
    void locksAreLookedAtWhereTheClusterIs() throws Exception {
        Files.writeString(folder.resolve("settings"), "network=host\nuri=redis://127.0.0.1:7\nslots=1\n");
        String shown = "in_network() { echo \"in its network: $*\"; }\n";
        assertThat(run(shown + "locks list").text())
                .contains("in its network: " + folder + "/scripts/locks --redis redis://127.0.0.1:7 list");
        assertThat(run(shown + "locks doctor --conf topology.yaml").text())
                .contains("/scripts/locks doctor --conf topology.yaml");
    }

    @Test
    void gaugesAreWhatTheyWereLastAndCountersTheSumOfTheirRuns() throws Exception {
        Path metrics = Files.createDirectories(folder.resolve("metrics"));
        String name = "storm.topology.stats-1-1.host.pages.3.6710-storm-lock.";
        Files.writeString(metrics.resolve(name + "open.csv"), "t,value\n1,900\n3,400\n5,7\n");
        Files.writeString(metrics.resolve(name + "updates.csv"), "t,count\n1,900\n3,400\n5,407\n");
        assertThat(MetricFiles.read(metrics).of("stats-1-1")).hasToString("{pages={open=7, updates=1307}}");
    }
}
