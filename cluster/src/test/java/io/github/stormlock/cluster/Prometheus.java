package io.github.stormlock.cluster;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The Prometheus of this machine, which scrapes some workers each second, with the alerts of the project. */
final class Prometheus implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final int port;

    private Prometheus(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Returns true if its programs are on the path: of Debian's package prometheus. */
    static boolean isInstalled() {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "prometheus"))
                        && Files.isExecutable(Path.of(folder, "promtool")));
    }

    static Prometheus start(Path folder, Path alerts, List<String> targets) throws Exception {
        int port = freePort();
        Path conf = Files.writeString(
                folder.resolve("prometheus.yml"),
                """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: ["%s"]
                scrape_configs:
                  - job_name: storm-lock
                    static_configs:
                      - targets: [%s]
                """
                        .formatted(
                                alerts,
                                targets.stream()
                                        .map(target -> '"' + target + '"')
                                        .collect(Collectors.joining(", "))));
        Process process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + conf,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        Prometheus started = new Prometheus(process, port);
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> !started.get("/-/ready")
                .isEmpty());
        return started;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Returns the rows that an expression gives now. */
    JsonNode query(String expression) {
        return data("/api/v1/query?query=" + encoded(expression));
    }

    /** Returns the values that a label has in the series of a selector. */
    JsonNode labels(String label, String selector) {
        return data("/api/v1/label/" + label
                + "/values?match[]=".replace("[", "%5B").replace("]", "%5D") + encoded(selector));
    }

    /** Returns the rules with what came of their latest evaluation. */
    List<JsonNode> rules() {
        return data("/api/v1/rules").findValues("rules").stream()
                .flatMap(rules -> rules.valueStream())
                .toList();
    }

    private JsonNode data(String path) {
        try {
            JsonNode answer = JSON.readTree(get(path));
            if (!answer.path("status").asText().equals("success")) {
                throw new AssertionError(path + ": " + answer);
            }
            JsonNode data = answer.path("data");
            return data.has("result") ? data.path("result") : data;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String get(String path) {
        return get(port, path);
    }

    /** Returns what a server of this machine answers. */
    static String get(int port, String path) {
        try {
            return HTTP.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .timeout(Duration.ofSeconds(10))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
