package io.github.stormlock.redis;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static io.github.stormlock.redis.Certificates.PASSWORD;
import static io.github.stormlock.redis.Certificates.pem;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of TLS that cannot be used as it is is refused at the start, by the name of its key, with what mends it. */
class TlsFilesTest {
    private static final String TRUST = "storm.lock.redis.tls.truststore";
    private static final String KEYS = "storm.lock.redis.tls.keystore";
    private static final String CA = "storm.lock.redis.tls.ca.cert.file";
    private static final String CERT = "storm.lock.redis.tls.cert.file";
    private static final String KEY = "storm.lock.redis.tls.key.file";

    @TempDir
    static Path folder;

    private static String certificate;
    private static String key;
    private static String other;

    @BeforeAll
    static void make() throws Exception {
        Certificates.make(folder, "one", "ip:127.0.0.1");
        Certificates.make(folder, "two", "ip:127.0.0.1");
        certificate = Files.readString(folder.resolve("one.crt"));
        key = Files.readString(folder.resolve("one.key"));
        other = Files.readString(folder.resolve("two.crt"));
    }

    @Test
    void storesAreReadByTheirContentWhateverTheirName() throws Exception {
        for (String type : new String[] {"PKCS12", "JKS"}) {
            for (String name : new String[] {"trust.p12", "trust.jks", "trust.truststore"}) {
                open(trusting(store(type, name, true), PASSWORD));
            }
        }
        open(trusting("one.p12", PASSWORD));
        open(trusting(store("JKS", "unlocked.jks", true), ""));
        open(showing("one.p12", PASSWORD));
    }

    @Test
    void storeWithNothingOfUse() throws Exception {
        refused(trusting(store("PKCS12", "empty.p12", false), PASSWORD), TRUST, "no trusted certificate", CA);
        refused(trusting(store("JKS", "empty.jks", false), PASSWORD), TRUST, "no trusted certificate", CA);
        refused(trusting(store("PKCS12", "locked.p12", true), ""), TRUST, "its password opens", TRUST + ".password");
        refused(showing("one.p12", ""), KEYS, "its password opens", KEYS + ".password");
        refused(showing(store("PKCS12", "only.p12", true), PASSWORD), KEYS, "no key with its certificate", CERT);
    }

    @Test
    void storeThatCannotBeRead() throws Exception {
        refused(trusting(store("PKCS12", "t.p12", true), "falsch"), TRUST, "password was incorrect", ".password.file");
        refused(trusting(store("JKS", "t.jks", true), "falsch"), TRUST, "password was incorrect", ".password.file");
        refused(showing("one.p12", "falsch"), KEYS, "password was incorrect", ".password.file");
        refused(trusting("one.crt", PASSWORD), TRUST, "cannot be read as PKCS12 or JKS", CA);
        refused(showing("one.crt", PASSWORD), KEYS, "cannot be read as PKCS12 or JKS", CERT);
        refused(trusting(file("empty", ""), PASSWORD), TRUST, "cannot be read");
        refused(trusting(part("one.p12", 300), PASSWORD), TRUST, "cannot be read");
        refused(trusting("one.crt.der", PASSWORD), TRUST, "cannot be read");
        refused(showing(".", "falsch"), KEYS, "cannot be read");
    }

    @Test
    void pemFilesAreTaken() throws Exception {
        open(pemAuthorities("one.crt"));
        open(pemAuthorities(file("several", "subject=CN = one\r\n\r\n" + certificate + "\n" + other)));
        open(pemAuthorities(file("crlf", certificate.replace("\n", "\r\n"))));
        open(pemClient("one.crt", "one.key"));
        String both = file("both", key + certificate);
        open(pemClient(both, both));
    }

    @Test
    void nothingIsReadHalf() throws Exception {
        refused(pemAuthorities(file("end", certificate + certificate.substring(0, 200))), CA, "1 of them whole");
        String[] lines = other.split("\n");
        lines[3] = "";
        refused(pemAuthorities(file("line", certificate + String.join("\n", lines))), CA, "cannot be read, number 2");
        refused(pemAuthorities(file("odd", certificate + other.replaceFirst("M", "*"))), CA, "1 of them whole");
        refused(pemAuthorities(file("trusted", certificate + pem("TRUSTED CERTIFICATE", new byte[9]))), CA, "number 2");
    }

    @Test
    void authoritiesOfAnotherForm() {
        refused(pemAuthorities("one.key"), CA, "0 certificates");
        refused(pemAuthorities("one.p12"), CA, "0 certificates", "openssl");
        refused(pemAuthorities("/no/such"), CA, "/no/such", "not a readable file");
    }

    @Test
    void keyThatCannotBeUsed() throws Exception {
        refused(pemClient(file("chain", certificate + other), "one.key"), "storm.lock.redis.tls", "chain");
        for (String kind : new String[] {"RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY"}) {
            refused(pemClient("one.crt", file("other", pem(kind, new byte[9]))), KEY, "openssl pkcs8 -topk8");
        }
        refused(pemClient("one.crt", file("strange", pem("PRIVATE KEY", new byte[9]))), KEY, "is not the key", CERT);
        refused(pemClient(file("first", other + certificate), "one.key"), KEY, "is not the key of the first", CERT);
        refused(pemClient("one.crt", "one.crt"), KEY, "does not hold one PRIVATE KEY");
        refused(pemClient("one.key", "one.key"), CERT, "0 certificates");
    }

    @Test
    void passwordThatCannotBeReadIsNamedAsItWasGiven() {
        TlsConfig trusting = new TlsConfig(
                true, folder.resolve("one.p12").toString(), Secret.file(Path.of("/no/pw")), "", Secret.NONE);
        refused(trusting, TRUST + ".password.file", "/no/pw");
        RedisConfig config = RedisConfig.builder()
                .password(Secret.environment("NO_SUCH_PASSWORD"))
                .build();
        assertThrown(IllegalArgumentException.class, () -> RedisPort.open(config), "storm.lock.redis.password.env: ");
    }

    @Test
    void filesThatExcludeEachOther() {
        for (String[] files : new String[][] {{"t", "", "c", "", ""}, {"", "k", "", "c", "k"}, {"", "", "", "c", ""}}) {
            assertThatThrownBy(() -> new TlsConfig(
                            true, files[0], Secret.NONE, files[1], Secret.NONE, files[2], files[3], files[4]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("storm.lock.redis.tls.");
        }
    }

    private static void open(TlsConfig tls) {
        assertThatCode(() ->
                        RedisPort.open(RedisConfig.builder().tls(tls).build()).close())
                .doesNotThrowAnyException();
    }

    private static void refused(TlsConfig tls, String... words) {
        assertThatThrownBy(() ->
                        RedisPort.open(RedisConfig.builder().tls(tls).build()).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(words)
                .hasMessageNotContaining("falsch");
    }

    private static TlsConfig trusting(String store, String password) {
        return new TlsConfig(true, path(store), Secret.literal(password), "", Secret.NONE);
    }

    private static TlsConfig showing(String store, String password) {
        return new TlsConfig(true, "", Secret.NONE, path(store), Secret.literal(password));
    }

    private static TlsConfig pemAuthorities(String file) {
        return new TlsConfig(true, "", Secret.NONE, "", Secret.NONE, path(file), "", "");
    }

    private static TlsConfig pemClient(String chain, String keyFile) {
        return new TlsConfig(true, "", Secret.NONE, "", Secret.NONE, "", path(chain), path(keyFile));
    }

    private static String path(String name) {
        return folder.resolve(name).toString();
    }

    private static String file(String name, String content) throws Exception {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private static String part(String name, int bytes) throws Exception {
        byte[] all = Files.readAllBytes(folder.resolve(name));
        return Files.write(folder.resolve("part-" + name), Arrays.copyOf(all, bytes))
                .toString();
    }

    private static String store(String type, String name, boolean trusted) throws Exception {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        if (trusted) {
            KeyStore from = KeyStore.getInstance(folder.resolve("one.p12").toFile(), PASSWORD.toCharArray());
            Certificate authority = from.getCertificate("one");
            store.setCertificateEntry("ca", authority);
        }
        try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
            store.store(out, PASSWORD.toCharArray());
        }
        return name;
    }
}
