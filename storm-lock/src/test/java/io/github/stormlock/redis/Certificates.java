package io.github.stormlock.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;

/** Certificates that sign themselves, made by the JDK's keytool: NAME.p12 with the key, NAME.crt and NAME.key as PEM. */
final class Certificates {
    static final String PASSWORD = "changeit";

    private Certificates() {}

    static void make(Path folder, String name, String subject) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        String file = folder.resolve(name + ".p12").toString();
        Process process = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=" + subject,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file,
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        KeyStore store = KeyStore.getInstance(Path.of(file).toFile(), PASSWORD.toCharArray());
        Key key = store.getKey(name, PASSWORD.toCharArray());
        Files.writeString(folder.resolve(name + ".key"), pem("PRIVATE KEY", key.getEncoded()));
        Files.writeString(
                folder.resolve(name + ".crt"),
                pem("CERTIFICATE", store.getCertificate(name).getEncoded()));
    }

    static String pem(String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
    }
}
