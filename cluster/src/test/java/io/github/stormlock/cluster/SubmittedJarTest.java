package io.github.stormlock.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.test.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/**
 * Submits what is no sample's main to a real cluster, a file for Flux and a user's own jar, and rules it by Storm's own
 * command. Started by scripts/cluster-test.
 */
@Tag("cluster")
@Tag("server")
class SubmittedJarTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(120);
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int HITS = 3_000;

    /** The parser of the storm command would take these for its own, if nobody kept it from that. */
    private static final List<String> HARD =
            List.of("-c", "not=mine", "--workers", "9", "-conf", "x", "--", "two words");

    @TempDir
    static Path folder;

    private static RedisServer redis;
    private static Path own;
    private final long begun = System.nanoTime();

    @BeforeAll
    static void up() throws Exception {
        redis = RedisServer.embedded();
        own = OwnJar.write(folder.resolve("own.jar"));
        System.out.println(StormDev.done("up", "--redis", redis.uri().toString(), "--workers", "3"));
    }

    @AfterAll
    static void down() throws Exception {
        System.out.println(StormDev.done("down"));
        redis.close();
    }

    @AfterEach
    void tell(TestInfo test) {
        System.out.printf("CLUSTER %s: %.1f s%n", test.getDisplayName(), (System.nanoTime() - begun) / 1e9);
    }

    @Test
    void topologyOfAFluxFileCountsExactly() throws Exception {
        GeneratedLog log = GeneratedLog.write(folder.resolve("flux.log"), 5_000);

        StormDev.Said said = StormDev.run(List.of(
                "env",
                "ACCESS_LOG_FILE=" + log.file(),
                ROOT.resolve("scripts/storm-dev").toString(),
                "submit",
                "-c",
                "topology.max.spout.pending=700",
                "--flux",
                ROOT.resolve("conf/access-log-flux.yaml").toString(),
                "--env-filter"));

        assertThat(said.code()).as(said.text()).isZero();
        await().atMost(LONGEST_WAIT).until(SubmittedJarTest::sourceIsComplete);
        assertThat(StormDev.totals()).containsAllEntriesOf(log.totals());
        // The option is stronger than the file, as Redis's address, and what no option names stands as in the file.
        assertThat(StormDev.topologyConf("access-log"))
                .contains("\"topology.max.spout.pending\":700", "\"topology.message.timeout.secs\":30");
    }

    @Test
    void topologyOfAUsersJarCountsExactlyAndIsRuledByTheStormCommand() throws Exception {
        List<String> arguments =
                Stream.concat(Stream.of("own", "" + HITS), HARD.stream()).toList();
        String said = submit(List.of("--workers", "2", "-c", "topology.message.timeout.secs=41"), arguments);

        assertThat(said(said)).isEqualTo(arguments);
        await().atMost(LONGEST_WAIT).until(() -> hits() == HITS);
        assertThat(StormDev.topologyConf("own"))
                .contains("\"topology.message.timeout.secs\":41", "\"topology.workers\":2")
                .doesNotContain("not=mine", "\"not\"");
        assertThat(listed("own")).contains(" ACTIVE ");
        assertThat(storm("deactivate own")).contains("Deactivated topology: own");
        assertThat(listed("own")).contains(" INACTIVE ");
        assertThat(storm("activate own")).contains("Activated topology: own");
        assertThat(listed("own")).contains(" ACTIVE ");
        long replays = StormDev.metric("replays");
        assertThat(storm("rebalance own -n 1 -w 0 -e counts=1")).contains("Topology own is rebalancing");
        // The spout begins anew, and sends all hits once more.
        await().atMost(LONGEST_WAIT).until(() -> StormDev.workers("own").size() == 1);
        await().atMost(LONGEST_WAIT).until(() -> StormDev.metric("replays") >= replays + HITS);
        assertThat(hits()).isEqualTo(HITS);
        assertThat(storm("kill own -w 1")).contains("Killed topology: own");
        await().atMost(LONGEST_WAIT)
                .until(() -> StormDev.workers("own").isEmpty() && !storm("list").contains("own "));
    }

    @Test
    void lineThatSubmitShowsDoesTheSame() throws Exception {
        List<String> arguments = Stream.concat(Stream.of("say"), HARD.stream()).toList();
        String first = submit(List.of("-c", "my.key=a b"), arguments);
        String line =
                first.lines().filter(one -> one.startsWith("$ ")).findFirst().orElseThrow();

        StormDev.Said again = StormDev.run(List.of("bash", "-c", line.substring(2)));

        assertThat(again.code()).as(again.text()).isZero();
        assertThat(said(first)).isEqualTo(arguments);
        assertThat(said(again.text())).isEqualTo(arguments);
        assertThat(options(again.text()))
                .isEqualTo(options(first))
                .contains("my.key=a b", redis.uri().toString());
    }

    @Test
    void stormJarTakesItsOptionsOutOfTheArguments() throws Exception {
        String said = storm("jar " + own + " " + OwnTopology.class.getName() + " say -c my.key=1 name -conf my.yaml");

        assertThat(said(said)).containsExactly("say", "name", "my.yaml");
        assertThat(options(said)).contains("my.key=1").doesNotContain("storm.lock.redis.uri");
    }

    @Test
    void wrongArgumentsOfSubmitAreRefused() throws Exception {
        for (List<String> wrong : List.of(
                List.of("--jar", own.toString()),
                List.of("--jar", "/no/such.jar", "Main"),
                List.of("--flux"),
                List.of("--workers", "x", "--jar", own.toString(), "Main"))) {
            List<String> words = new ArrayList<>(List.of("submit"));
            words.addAll(wrong);
            StormDev.Said said = StormDev.run(words.toArray(String[]::new));
            assertThat(said.code()).as(said.text()).isEqualTo(2);
            assertThat(said.text()).startsWith("scripts/storm-dev: ");
        }
    }

    private static String submit(List<String> options, List<String> arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("submit"));
        words.addAll(options);
        words.addAll(List.of("--jar", own.toString(), OwnTopology.class.getName()));
        words.addAll(arguments);
        return StormDev.done(words.toArray(String[]::new));
    }

    /** Runs Storm's own command by its name, as it stands in Storm's documentation. */
    private static String storm(String line) throws Exception {
        StormDev.Said said =
                StormDev.run(List.of("bash", "-c", "eval \"$(" + ROOT + "/scripts/storm-dev env)\"; storm " + line));
        assertThat(said.code()).as(said.text()).isZero();
        return said.text();
    }

    private static String listed(String topology) throws Exception {
        return storm("list")
                .lines()
                .filter(line -> line.startsWith(topology + " "))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> said(String output) {
        return output.lines()
                .filter(line -> line.startsWith("ARGUMENT "))
                .map(line -> line.substring("ARGUMENT ".length()))
                .toList();
    }

    private static String options(String output) {
        return output.lines()
                .filter(line -> line.startsWith("OPTIONS "))
                .findFirst()
                .orElseThrow();
    }

    private static boolean sourceIsComplete() {
        try (Jedis jedis = new Jedis(redis.uri())) {
            return jedis.keys("source:*").stream().anyMatch(key -> "1".equals(jedis.hget(key, "complete")));
        }
    }

    private static long hits() {
        try (Jedis jedis = new Jedis(redis.uri())) {
            String hits = jedis.hget(OwnTopology.ENTRY, "hits");
            return hits == null ? 0 : Long.parseLong(hits);
        }
    }
}
