package io.github.stormlock.redis;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static io.github.stormlock.redis.Lua.AMPLE;
import static io.github.stormlock.redis.Lua.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** TLS with certificates that the JDK's keytool makes for the test: one for 127.0.0.1, one for another host. */
@ParameterizedClass
@MethodSource("io.github.stormlock.redis.Backend#each")
@Tag("server")
class TlsTest {
    private static final String PASSWORD = Certificates.PASSWORD;

    @Parameter
    Backend backend;

    @TempDir
    static Path folder;

    private TestRedis redis;

    @BeforeAll
    static void makeCertificates() throws Exception {
        Certificates.make(folder, "server", "ip:127.0.0.1");
        Certificates.make(folder, "elsewhere", "dns:elsewhere.example");
    }

    @AfterEach
    void close() {
        if (redis != null) {
            redis.close();
        }
    }

    @Test
    void scriptsAndMessagesGoThroughAnEncryptedConnection() {
        redis = start("server", "no");
        HeardMessages heard = new HeardMessages();
        try (RedisPort port = RedisPort.open(config(trusting("server")));
                Subscription subscription = port.subscribe("news", heard)) {
            await().until(subscription::isConfirmed);
            subscription.ping();
            assertThat(port.run(call("return redis.call('PUBLISH', 'news', 'x')"), AMPLE))
                    .isEqualTo(1L);
            await().until(() -> heard.messages.equals(List.of("x")));
        }
    }

    @Test
    void encryptedWriteToAServerThatDoesNotReadEndsWithTheCommandTimeout() {
        redis = start("server", "no");
        RedisConfig impatient = config(trusting("server")).toBuilder()
                .commandTimeout(Duration.ofSeconds(2))
                .build();
        try (RedisPort port = RedisPort.open(impatient)) {
            assertThat(port.run(call("return 1"), AMPLE)).isEqualTo(1L);
            redis.server().pause();

            CompletableFuture<Throwable> one = CompletableFuture.supplyAsync(
                    () -> catchThrowable(() -> port.run(call("return 1", "x".repeat(32 << 20)), AMPLE)));

            assertThat(one).succeedsWithin(Duration.ofSeconds(60)).isInstanceOf(RedisAnswerLostException.class);
        } finally {
            redis.server().resume();
        }
    }

    @Test
    void serverWithoutATrustedCertificateIsNotSpokenTo() {
        redis = start("server", "no");

        assertRefused(config(trusting("elsewhere")), "127.0.0.1:" + redis.port(), "certification path");
    }

    @Test
    void serverWithTheCertificateOfAnotherHostIsNotSpokenTo() {
        redis = start("elsewhere", "no");

        assertRefused(config(trusting("elsewhere")), "127.0.0.1");
    }

    @Test
    void clientShowsItsCertificate() {
        redis = start("server", "yes");
        TlsConfig with = new TlsConfig(
                true, store("server"), Secret.literal(PASSWORD), store("server"), Secret.literal(PASSWORD));

        assertServed(config(with));
        assertRefused(config(trusting("server")));
    }

    @Test
    void pemFilesAreTakenAsTheyAre() {
        redis = start("server", "yes");
        String certificate = folder.resolve("server.crt").toString();
        String key = folder.resolve("server.key").toString();

        assertServed(config(ofPem(certificate, certificate, key)));
        assertRefused(config(ofPem(certificate, "", "")), "storm.lock.redis.tls");
    }

    private static TlsConfig ofPem(String authorities, String certificate, String key) {
        return new TlsConfig(true, "", Secret.NONE, "", Secret.NONE, authorities, certificate, key);
    }

    @Test
    void whoSpeaksTlsAndWhoDoesNotIsSaidWithTheKeyToSet() {
        redis = start("server", "no");
        assertRefused(
                backend.config(redis), "127.0.0.1:" + redis.port(), "only one side speaks TLS", "storm.lock.redis.tls");
        redis.close();
        redis = backend.start();
        RedisConfig encrypted = config(trusting("server")).toBuilder()
                .connectTimeout(Duration.ofSeconds(1))
                .build();
        assertRefused(encrypted, "127.0.0.1:" + redis.port(), "storm.lock.redis.tls");
    }

    private static void assertServed(RedisConfig config) {
        try (RedisPort port = RedisPort.open(config)) {
            assertThat(port.run(call("return 1"), AMPLE)).isEqualTo(1L);
        }
    }

    private static void assertRefused(RedisConfig config, String... words) {
        try (RedisPort port = RedisPort.open(config)) {
            assertThrown(RedisUnavailableException.class, () -> port.run(call("return 1"), AMPLE), words);
        }
    }

    private RedisConfig config(TlsConfig tls) {
        return backend.config(redis).toBuilder().tls(tls).build();
    }

    private static TlsConfig trusting(String name) {
        return new TlsConfig(true, store(name), Secret.literal(PASSWORD), "", Secret.NONE);
    }

    private static String store(String name) {
        return folder.resolve(name + ".p12").toString();
    }

    private TestRedis start(String certificate, String clientsToo) {
        return backend.startTls(
                folder.resolve(certificate + ".crt"),
                folder.resolve(certificate + ".key"),
                folder.resolve("server.crt"),
                clientsToo);
    }
}
