package io.github.stormlock.topologies.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

@SuppressWarnings("try") // A running topology is closed, not used.
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class AccessLogTopologyTest {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(3);
    private static final int HITS = 400;
    private static final Instant BEGIN = Instant.parse("2024-02-28T22:00:00Z");
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    @TempDir
    Path folder;

    private LocalStorm storm;
    private RedisServer redis;
    private EntryReader entries;
    private String lastRun = "";

    @BeforeEach
    void take(LocalStorm cluster, RedisServer server, EntryReader reader) {
        storm = cluster;
        redis = server;
        entries = reader;
    }

    /** Returns hits a second apart, of 4 visitors for 5 pages, a tenth of them errors, and a line that is none. */
    private static String log() {
        return IntStream.range(0, HITS)
                        .mapToObj(i -> "192.0.2.%d - - [%s] \"GET /page/%d HTTP/1.1\" %d %d\n"
                                .formatted(
                                        i % 4,
                                        CLOCK.format(BEGIN.plusSeconds(i)),
                                        i % 5,
                                        i % 10 == 0 ? 404 : 200,
                                        100 + i))
                        .collect(Collectors.joining())
                + "no line of a log\n";
    }

    private static String at(int second) {
        return BEGIN.plusSeconds(second).toString();
    }

    @Test
    void countsEachLineOnceAlthoughManyAreReplayedAndReadAgain() throws IOException {
        Path file = gzip("access.log.gz", log());

        run("replays", file, redis.uri(), Map.of(AccessLogOptions.FAIL_RATE, 0.2, AccessLogOptions.EXECUTORS, 8));

        Map<String, String> site = new HashMap<>(
                Map.of("hits", "400", "malformed", "1", "bytes", "119800", "largest", "499", "method.GET", "400"));
        site.putAll(Map.of("first", at(0), "last", at(399), "status.200", "360", "status.404", "40"));
        assertThat(entries.hash("site")).isEqualTo(site);
        assertThat(entries.hash("page:/page/0"))
                .isEqualTo(Map.of("hits", "80", "bytes", "23800", "largest", "495", "last", at(395), "errors", "40"));
        long begin = BEGIN.getEpochSecond() + 1;
        Map<String, String> visitor = new HashMap<>(Map.of("hits", "100", "first", at(1), "last", at(397)));
        visitor.putAll(Map.of("sessions", "1", "longest", "396", "session." + begin, Long.toString(begin + 396)));
        assertThat(entries.hash("visitor:192.0.2.1")).isEqualTo(visitor);
        assertThat(entries.hash("hour:2024-02-28T22"))
                .isEqualTo(Map.of("hits", "400", "bytes", "119800", "errors", "40"));
        assertThat(source())
                .containsEntry("lines", "401")
                .containsEntry("low", Integer.toString(log().length()))
                .doesNotContainKey("error");
        Map<String, Map<String, String>> once = everything();
        try (RedisClient client = RedisClient.create(redis.uri())) {
            // It begins at the first line again.
            client.del(entries.keys("source:*").iterator().next());
        }
        run("replays", file, redis.uri(), Map.of());
        assertThat(everything()).isEqualTo(once).hasSize(1 + 5 + 4 + 1);
        assertThat(foreignKeys()).isEmpty();
    }

    @Test
    void accountsForWhatCanNeverSucceed() throws IOException {
        String common = "192.0.2.1 - - [01/Jan/2024:00:00:00 +0000] \"GET %s HTTP/1.1\" 200 1\n";
        Path file = Files.writeString(
                folder.resolve("access.log"),
                String.format(common, "/" + "x".repeat(16_384)) + String.format(common, "/other/type")
                        + String.format(common, "/fine").replace(".1 ", ".9 ") + "y".repeat(100_000) + "\n"
                        + "no log line at all\0\n".repeat(50));
        try (RedisClient client = RedisClient.create(redis.uri())) {
            client.set("page:/other/type", "no hash");
            client.set("visitor:192.0.2.9", "no hash");
        }

        run("rejected", file, redis.uri(), Map.of());
        assertThat(entries.hash("rejected"))
                .containsEntry("count", "4")
                .containsEntry("count.hit-counts", "3")
                .containsEntry("count.visitor-sessions", "1")
                .containsKey("last.hit-counts");
        assertThat(entries.hash("site")).containsEntry("hits", "3").containsEntry("malformed", "51");
        assertThat(entries.hash("page:/fine")).containsEntry("hits", "1");
        // A page whose key is refused keeps the whole tuple from being counted, one of another type only itself.
        assertThat(entries.hash("hour:2024-01-01T00")).containsEntry("hits", "2");
        assertThat(entries.hash("visitor:192.0.2.1")).containsEntry("hits", "1");
        assertThat(new ArrayList<>(new TreeMap<>(entries.hash("malformed")).values()))
                .hasSize(10)
                .satisfies(first -> assertThat(first).startsWith("longer than"), atIndex(0))
                .satisfies(last -> assertThat(last).contains("no log line at all\\u0000"), atIndex(9));
        assertThat(source()).containsEntry("lines", "54");
    }

    private void run(String name, Path file, URI uri, Map<String, Object> more) {
        try (RunningTopology running = start(name, file, uri, more)) {
            awaitCompletion();
        }
    }

    private RunningTopology start(String name, Path file, URI uri, Map<String, Object> more) {
        lastRun = entries.keys("source:*").isEmpty() ? "" : source().get("run");
        Map<String, Object> conf = new HashMap<>(AccessLogTopology.defaults());
        conf.put("storm.lock.redis.uri", uri.toString());
        conf.putAll(more);
        return storm.submit(name, conf, AccessLogTopology.build(AccessLogOptions.of(file.toString(), conf)));
    }

    private void awaitCompletion() {
        await().atMost(LONGEST_WAIT)
                .until(() -> !entries.keys("source:*").isEmpty()
                        && !lastRun.equals(source().get("run"))
                        && "1".equals(source().get("complete")));
    }

    private Map<String, String> source() {
        return entries.hash(entries.keys("source:*").iterator().next());
    }

    private Set<String> foreignKeys() {
        Set<String> keys = entries.keysWithoutExpiry();
        keys.removeIf(key -> key.matches("site|malformed|rejected|(page|visitor|hour|source):.*"));
        return keys;
    }

    private Map<String, Map<String, String>> everything() {
        Map<String, Map<String, String>> all = new TreeMap<>();
        for (String key : entries.keysWithoutExpiry()) {
            if (!key.startsWith(AccessLogEntries.SOURCE) && !key.equals(AccessLogEntries.MALFORMED)) {
                all.put(key, entries.hash(key));
            }
        }
        return all;
    }

    private Path gzip(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }
}
