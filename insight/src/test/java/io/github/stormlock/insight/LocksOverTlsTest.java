package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** A topology's configuration leads over TLS, with a login of its own. */
@Tag("server")
class LocksOverTlsTest {
    private static final String STORE_PASSWORD = "changeit";

    @TempDir
    Path folder;

    @Test
    void configurationOfATopologyLeadsOverTlsAndShowsNoPassword() throws Exception {
        makeCertificate();
        int port = freePort();
        Optional<RedisServer> started = RedisServer.system(
                "--tls-port",
                Integer.toString(port),
                "--tls-cert-file",
                folder.resolve("server.crt").toString(),
                "--tls-key-file",
                folder.resolve("server.key").toString(),
                "--tls-ca-cert-file",
                folder.resolve("server.crt").toString(),
                "--tls-auth-clients",
                "no");
        assumeTrue(started.isPresent(), "there is no redis-server on the path");
        try (RedisServer server = started.orElseThrow();
                Jedis admin = new Jedis(server.uri())) {
            admin.set(LockNames.of("").lock("site"), "worker-17");
            admin.aclSetUser("operator", "on", ">opensesame", "~*", "+@all");
            Path password = Files.writeString(folder.resolve("password"), "opensesame");
            Path storePassword = Files.writeString(folder.resolve("store-password"), STORE_PASSWORD);
            String conf = "storm.lock.redis.uri: rediss://127.0.0.1:" + port + "\nstorm.lock.redis.user: operator\n"
                    + "storm.lock.redis.password.file: " + password + "\n";
            String trust = "storm.lock.redis.tls.truststore: " + folder.resolve("server.p12") + "\n"
                    + "storm.lock.redis.tls.truststore.password.file: " + storePassword + "\n";

            CommandRun list = CommandRun.of("list", "--conf", write("conf.yaml", conf + trust));
            assertThat(list.err()).isEmpty();
            assertThat(list.out()).contains(" site ").doesNotContain("opensesame", STORE_PASSWORD);

            CommandRun distrusting = CommandRun.of("list", "--conf", write("other.yaml", conf));
            assertThat(distrusting.status()).isEqualTo(3);
            assertThat(distrusting.err()).contains("127.0.0.1:" + port).doesNotContain("opensesame");
        }
    }

    private String write(String file, String text) throws IOException {
        return Files.writeString(folder.resolve(file), text).toString();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void makeCertificate() throws Exception {
        Path store = folder.resolve("server.p12");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=server",
                        "-ext",
                        "SAN=ip:127.0.0.1",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        STORE_PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), STORE_PASSWORD.toCharArray());
        Key key = keys.getKey("server", STORE_PASSWORD.toCharArray());
        write("server.key", pem("PRIVATE KEY", key.getEncoded()));
        write("server.crt", pem("CERTIFICATE", keys.getCertificate("server").getEncoded()));
    }

    private static String pem(String kind, byte[] content) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
    }
}
