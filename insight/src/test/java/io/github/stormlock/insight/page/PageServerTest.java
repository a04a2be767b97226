package io.github.stormlock.insight.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server of the page, as programs see it. */
class PageServerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STATE = "/api/v1/state";

    private final FakeState source = new FakeState(FakeState.busy());
    private PageServer server;
    private RawClient client;

    @BeforeEach
    void start() {
        start("127.0.0.1", 0, null);
    }

    private void start(String host, int port, @Nullable Path keyFile) {
        stop();
        server = PageServer.start(host, port, keyFile, source);
        client = new RawClient(server.address());
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private JsonNode state() throws Exception {
        return JSON.readTree(client.withKey(STATE).body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/app.js", "/app.css", "/chart.js"})
    void pageIsThereForEverybodyAndWhatItMayDoIsNamed(String path) throws Exception {
        RawClient.Answer answer = client.get(path);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Security-Policy")).startsWith("default-src 'self'; frame-ancestors 'none'");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.body()).isNotEmpty();
    }

    @Test
    void dataAreForThoseWithTheKeyWhoGetACookieForIt() throws Exception {
        assertThat(client.get(STATE).status()).isEqualTo(403);
        assertThat(client.get(STATE, "Authorization", "Bearer " + "x".repeat(43))
                        .status())
                .isEqualTo(403);
        assertThat(client.get(STATE, "Authorization", client.key()).status()).isEqualTo(403);

        RawClient.Answer opened = client.withKey(STATE);
        assertThat(opened.status()).isEqualTo(200);
        String cookie = opened.header("Set-Cookie");
        assertThat(cookie).contains("HttpOnly", "SameSite=Strict").doesNotContain(client.key());

        String pair = cookie.substring(0, cookie.indexOf(';'));
        RawClient.Answer again = client.get(STATE, "Cookie", "other=1; " + pair);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.header("Set-Cookie")).isEmpty();
        assertThat(client.get(STATE, "Cookie", pair + "x").status()).isEqualTo(403);
        assertThat(client.get("/api/v1/lock?name=site").status()).isEqualTo(403);
        assertThat(client.get("/metrics").status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:PORT", "evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]:PORT", ""})
    void requestThatNamesAnotherHostIsMisdirected(String host) throws Exception {
        String named = host.replace("PORT", Integer.toString(client.port()));
        for (String path : List.of("/", STATE)) {
            assertThat(client.toHost(named, path).status()).isEqualTo(421);
        }
        assertThat(client.toHost("127.0.0.1:" + client.port(), "/").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
    void nothingCanBeChanged(String method) throws Exception {
        RawClient.Answer answer = client.method(method, STATE);
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
        assertThat(source.asked).hasValue(0);
    }

    @Test
    void thereIsNothingElse() throws Exception {
        for (String path : List.of("/app.jsx", "/api", "/api/v1/state/", "//app.js", "/../app.js", "/page.html")) {
            assertThat(client.withKey(path).status()).as(path).isEqualTo(404);
        }
    }

    @Test
    void stateHasRowsAndTotals() throws Exception {
        JsonNode answer = state();
        assertThat(answer.path("v").asInt()).isEqualTo(1);
        JsonNode checkout = answer.at("/state/locks").get(4);
        assertThat(checkout.path("entry").asText()).isEqualTo("page:/checkout");
        assertThat(checkout.path("waitingInside").asInt()).isEqualTo(31);
        assertThat(answer.at("/state/locks").get(2).path("endsIn").isNull()).isTrue();
        assertThat(answer.at("/state/totals/wait99").asDouble()).isEqualTo(8.2);
    }

    @Test
    void viewerIsToldOnlyWhatIsNew() throws Exception {
        String tag = client.withKey(STATE).header("ETag");
        RawClient.Answer same = client.withKey(STATE, "If-None-Match", tag);
        if (same.header("ETag").equals(tag)) {
            assertThat(same.status()).isEqualTo(304);
            assertThat(same.body()).isEmpty();
        }
        await().until(() -> client.withKey(STATE, "If-None-Match", tag).status() == 200);
        String foreign = "\"00000000" + tag.substring(tag.indexOf('-'));
        assertThat(client.withKey(STATE, "If-None-Match", foreign).status()).isEqualTo(200);
    }

    @Test
    void manyViewersShareOneReadingASecondAndNobodyIsAskedForNone() throws Exception {
        assertThat(source.asked).hasValue(0);
        long begin = System.nanoTime();
        IntStream.range(0, 20)
                .parallel()
                .forEach(i -> assertThat(client.withKey(STATE).status()).isEqualTo(200));
        long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
        assertThat(source.asked.get()).isBetween(1, (int) seconds + 1);
        assertThat(state().path("age").asLong()).isLessThan(2_000);
    }

    @Test
    void lockIsExplainedOnceASecondHoweverManyLook() throws Exception {
        JsonNode lock = JSON.readTree(
                client.withKey("/api/v1/lock?name=page%3A%2F%3Fa%3D%26%27%20b").body());
        assertThat(lock.path("entry").asText()).isEqualTo("page:/?a=&' b");
        assertThat(lock.path("text").asText()).contains("held by an update");
        assertThat(lock.path("commands").get(0).asText()).isEqualTo("locks explain 'page:/?a=&'\\'' b'");
        long begin = System.nanoTime();
        source.askedForLocks.set(0);
        for (int i = 0; i < 30; i++) {
            client.withKey("/api/v1/lock?name=site");
        }
        long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
        assertThat(source.askedForLocks.get()).isBetween(1, (int) seconds + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?nam=site", "?name=%zz", "?name=%", "?name=LONG"})
    void badNameOfALockIsRefused(String query) throws Exception {
        assertThat(client.withKey("/api/v1/lock" + query.replace("LONG", "x".repeat(5_000)))
                        .status())
                .isIn(400, 414);
        assertThat(source.askedForLocks).hasValue(0);
    }

    @Test
    void troubleIsToldWithTheLastStateAndWithoutItsCause() throws Exception {
        assertThat(state().path("trouble").isNull()).isTrue();
        source.trouble = "Redis at c1:6379 does not answer";
        await().untilAsserted(() ->
                assertThat(state().path("trouble").asText()).isEqualTo("Redis at c1:6379 does not answer"));
        JsonNode answer = state();
        assertThat(answer.toString()).doesNotContain("secret");
        assertThat(answer.at("/state/locks")).isNotEmpty();
    }

    @Test
    void metricsNameNoEntry() throws Exception {
        RawClient.Answer answer = client.withKey("/metrics");
        assertThat(answer.header("Content-Type")).startsWith("text/plain; version=0.0.4");
        assertThat(answer.body().lines().filter(line -> !line.startsWith("#")))
                .containsExactlyInAnyOrder(
                        "storm_lock_redis_up 1",
                        "storm_lock_workers 3",
                        "storm_lock_locks_held 7",
                        "storm_lock_locks_stuck 3",
                        "storm_lock_deadlocks 1",
                        "storm_lock_locks_waiting{where=\"redis\"} 10",
                        "storm_lock_locks_waiting{where=\"worker\"} 47");
        source.trouble = "gone";
        await().untilAsserted(() -> assertThat(
                        client.withKey("/metrics").body().lines().filter(line -> !line.startsWith("#")))
                .containsExactly("storm_lock_redis_up 0"));
    }

    @Test
    void othersMayLookOnlyWithAKeyFile(@TempDir Path folder) throws Exception {
        String outside = "192.0.2.1";
        assertThatThrownBy(() -> PageServer.start(outside, 0, null, source))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("TLS", "ssh -L", "--key-file");
        Path file = Files.writeString(folder.resolve("key"), "short\n");
        assertThatThrownBy(() -> PageServer.start(outside, 0, file, source))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("22 or more")
                .hasMessageNotContaining("short");
        assertThatThrownBy(() -> PageServer.start(outside, 0, folder.resolve("none"), source))
                .isInstanceOf(IllegalArgumentException.class);
        for (String all : List.of("0.0.0.0", "::", "")) {
            assertThatThrownBy(() -> PageServer.start(all, 0, file, source))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("one address");
        }
        Files.writeString(file, "0123456789abcdef0123456789abcdef\n");
        start("127.0.0.1", 0, file);
        assertThat(server.address()).endsWith("/#0123456789abcdef0123456789abcdef");
        assertThat(client.withKey(STATE).status()).isEqualTo(200);
    }

    @Test
    void listensOnTheNamedAddressOnly() throws Exception {
        assertThat(new RawClient("http://127.0.0.2:" + client.port() + "/#x").isThere())
                .isFalse();
        start("::1", 0, null);
        assertThat(server.address()).startsWith("http://[::1]:");
        assertThat(client.withKey(STATE).status()).isEqualTo(200);
    }

    @Test
    void keysDifferAndAreNotPrinted() {
        assertThat(PageKey.random().text())
                .isNotEqualTo(PageKey.random().text())
                .hasSize(43);
        assertThat(PageKey.random()).hasToString("a key");
    }

    @Test
    void pageWritesNoMarkupAndLoadsNothing() throws Exception {
        String script = client.get("/app.js").body();
        assertThat(script)
                .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "import ");
        assertThat(client.get("/").body()).doesNotContain("http://", "https://", "style=");
        assertThat(client.get("/app.css").body()).doesNotContain("http", "@import", "url(");
    }
}
