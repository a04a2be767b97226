package io.github.stormlock.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.test.RedisServer;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes two real workers, which are configured as the guide says. Started by scripts/cluster-test.
 *
 * <p>It is skipped where there is no Prometheus, unless {@code -Dstorm.lock.test.clients=required}.
 */
@Tag("cluster")
@Tag("server")
class MonitoringTest {
    private static final boolean REQUIRED = "required".equals(System.getProperty("storm.lock.test.clients"));
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path ALERTS = ROOT.resolve("ops/prometheus/alerts.yaml");
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(120);
    private static final Pattern SELECTOR = Pattern.compile("storm_lock_[a-z_]+(\\{[^}]*})?");
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");
    private static final List<Integer> AGENTS = List.of(16_710, 16_711);

    @TempDir
    static Path folder;

    private static final long BEGUN = System.nanoTime();
    private static boolean up;
    private static RedisServer redis;
    private static GeneratedLog log;
    private static Prometheus prometheus;

    @BeforeAll
    static void up() throws Exception {
        assumeThat(REQUIRED || Prometheus.isInstalled())
                .as("Prometheus is installed (Debian's package prometheus)")
                .isTrue();
        redis = RedisServer.embedded();
        log = GeneratedLog.write(folder.resolve("access.log"), 6_000);
        up = true;
        System.out.println(StormDev.done("up", "--redis", redis.uri().toString(), "--workers", "2"));
        Path conf = Files.writeString(folder.resolve("watched.yaml"), linesOfTheGuide());
        System.out.println(StormDev.done(
                "submit", "access-log", log.file().toString(), conf.toString(), "watched", "--workers", "2"));
        prometheus = Prometheus.start(
                folder, ALERTS, AGENTS.stream().map(port -> "127.0.0.1:" + port).toList());
        await().atMost(LONGEST_WAIT)
                .until(() -> number("sum(storm_lock_acquired_total{topology=\"watched\",component=\"site-hits\"})")
                        == log.totals().get("hits"));
    }

    @AfterAll
    static void down() throws Exception {
        if (up) {
            System.out.println(StormDev.done("down"));
            redis.close();
            System.out.printf("CLUSTER monitoring: %.1f s%n", (System.nanoTime() - BEGUN) / 1e9);
        }
        if (prometheus != null) {
            prometheus.close();
        }
    }

    /** Returns the configuration of the guide, with the files of this machine. */
    private static String linesOfTheGuide() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/guide/monitoring.md"));
        String block = Pattern.compile("(?s)```yaml\\n(topology\\.metrics.*?)```")
                .matcher(page)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        String agent = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(jar -> jar.contains("jmx_prometheus_javaagent"))
                .findFirst()
                .orElseThrow();
        assertThat(block.lines()).hasSize(2);
        return block.replace("/opt/jmx_prometheus_javaagent.jar", agent)
                .replace(
                        "/opt/storm-lock-jmx.yaml",
                        ROOT.resolve("ops/prometheus/storm-lock-jmx.yaml").toString());
    }

    private static double number(String expression) {
        JsonNode rows = prometheus.query(expression);
        return rows.isEmpty() ? Double.NaN : rows.at("/0/value/1").asDouble();
    }

    @Test
    void bothWorkersAreScrapedAndOnlyTheNamedLabelsAreThere() {
        assertThat(prometheus.labels("worker", "storm_lock_open").valueStream().map(JsonNode::asText))
                .containsExactly("6710", "6711");
        Set<String> labels = new TreeSet<>();
        prometheus
                .query("{__name__=~\"storm_lock_.+\"}")
                .forEach(row -> row.path("metric").fieldNames().forEachRemaining(labels::add));
        assertThat(labels)
                .containsExactlyInAnyOrder(
                        "__name__", "component", "host", "instance", "job", "q", "task", "topology", "worker");
    }

    @Test
    void timesAreSeconds() {
        // A round trip to a server on the same machine. In milliseconds it would be a thousand times as much.
        assertThat(number("max(storm_lock_commit_seconds{component=\"site-hits\",q=\"0.5\"})"))
                .isBetween(0.000_005, 0.05);
        assertThat(number("max(storm_lock_wait_max_seconds)")).isBetween(0.0, 20.0);
    }

    @Test
    void everyExpressionOfTheDashboardGivesData() throws Exception {
        JsonNode dashboard = new ObjectMapper()
                .readTree(ROOT.resolve("ops/grafana/storm-lock.json").toFile());
        List<String> expressions = dashboard.path("panels").findValuesAsText("expr");
        assertThat(expressions).hasSizeGreaterThan(20);
        assertThat(expressions).allSatisfy(expression -> assertThat(numbers(expression
                        .replace("$topology", ".*")
                        .replace("$component", ".*")
                        .replace("$__rate_interval", "5m")))
                .as(expression)
                .isNotEmpty());
        List<String> variables = dashboard
                .at("/templating/list")
                .valueStream()
                .map(variable -> variable.at("/query/query").asText())
                .filter(query -> !query.isEmpty())
                .toList();
        assertThat(variables).hasSize(2).allSatisfy(query -> {
            var parts = LABEL_VALUES.matcher(query.replace("$topology", ".*"));
            assertThat(parts.matches()).as(query).isTrue();
            assertThat(prometheus.labels(parts.group(2), parts.group(1)))
                    .as(query)
                    .isNotEmpty();
        });
    }

    private static List<Double> numbers(String expression) {
        return prometheus
                .query(expression)
                .valueStream()
                .map(row -> row.at("/value/1").asText())
                .filter(value -> !value.equals("NaN"))
                .map(Double::valueOf)
                .toList();
    }

    @Test
    void everyAlertIsEvaluatedAndAllThatItAsksForExists() {
        await().atMost(LONGEST_WAIT).until(() -> prometheus.rules().stream()
                .noneMatch(rule -> rule.path("health").asText().equals("unknown")));
        assertThat(prometheus.rules()).hasSize(10).allSatisfy(rule -> {
            assertThat(rule.path("health").asText()).as(rule.toString()).isEqualTo("ok");
            assertThat(SELECTOR.matcher(rule.path("query").asText()).results().map(found -> found.group()))
                    .isNotEmpty()
                    .allSatisfy(selector ->
                            assertThat(prometheus.query(selector)).as(selector).isNotEmpty());
        });
        // A healthy topology.
        assertThat(prometheus.query("ALERTS{alertstate=\"firing\"}")).isEmpty();
    }

    @Test
    void namesAndTypesAreAsPrometheusWantsThem() throws Exception {
        for (int agent : AGENTS) {
            String ours = Prometheus.get(agent, "/metrics")
                    .lines()
                    .filter(line -> line.contains("storm_lock_"))
                    .collect(Collectors.joining("\n", "", "\n"));
            Path exposed = Files.writeString(folder.resolve("metrics"), ours);

            StormDev.Said said =
                    StormDev.run(List.of("bash", "-c", "promtool check metrics < \"$0\"", exposed.toString()));

            assertThat(said.code()).as(said.text()).isZero();
            assertThat(ours.lines().filter(line -> line.startsWith("# TYPE")))
                    .contains(
                            "# TYPE storm_lock_acquired_total counter",
                            "# TYPE storm_lock_waits_total counter",
                            "# TYPE storm_lock_wait_seconds gauge",
                            "# TYPE storm_lock_remembered_events gauge",
                            "# TYPE storm_lock_pool_waiting gauge");
        }
    }
}
