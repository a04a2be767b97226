package io.github.stormlock.config;

import static io.github.stormlock.config.TlsKeys.CA_CERT_FILE;
import static io.github.stormlock.config.TlsKeys.CERT_FILE;
import static io.github.stormlock.config.TlsKeys.KEYSTORE;
import static io.github.stormlock.config.TlsKeys.KEYSTORE_PASSWORD_ENV;
import static io.github.stormlock.config.TlsKeys.KEYSTORE_PASSWORD_FILE;
import static io.github.stormlock.config.TlsKeys.KEY_FILE;
import static io.github.stormlock.config.TlsKeys.TLS;
import static io.github.stormlock.config.TlsKeys.TRUSTSTORE;
import static io.github.stormlock.config.TlsKeys.TRUSTSTORE_PASSWORD_ENV;
import static io.github.stormlock.config.TlsKeys.TRUSTSTORE_PASSWORD_FILE;

import io.github.stormlock.redis.Secret;
import io.github.stormlock.redis.TlsConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** Reads how the connection is encrypted. */
final class TlsConfigReader {
    private TlsConfigReader() {}

    /**
     * Returns a supplier of what was read, to be asked only if no problem was noted.
     *
     * @param byAddress true if the address asks for encryption
     */
    static Supplier<TlsConfig> read(SettingReader reader, boolean byAddress) {
        boolean enabled = reader.given(TLS).orElse(byAddress);
        Problems problems = reader.problems();
        problems.refuse(
                byAddress && !enabled,
                TLS.name() + " = false, but " + RedisKeys.URI.name() + " begins with rediss://: remove one",
                TLS,
                RedisKeys.URI);
        needs(reader, TRUSTSTORE, TRUSTSTORE_PASSWORD_FILE, TRUSTSTORE_PASSWORD_ENV);
        needs(reader, KEYSTORE, KEYSTORE_PASSWORD_FILE, KEYSTORE_PASSWORD_ENV);
        for (SettingKey<Path> file : List.of(TRUSTSTORE, KEYSTORE, CA_CERT_FILE, CERT_FILE, KEY_FILE)) {
            refuseWithoutTls(reader, enabled, file);
        }
        refuseBoth(reader, TRUSTSTORE, CA_CERT_FILE);
        refuseBoth(reader, KEYSTORE, CERT_FILE);
        problems.refuse(
                reader.has(CERT_FILE) != reader.has(KEY_FILE),
                CERT_FILE.name() + " and " + KEY_FILE.name()
                        + " go together: give both, which may be the same file, or none",
                CERT_FILE,
                KEY_FILE);
        String trust = path(reader, TRUSTSTORE);
        Secret trustPassword = Login.secret(reader, TRUSTSTORE_PASSWORD_FILE, TRUSTSTORE_PASSWORD_ENV);
        String key = path(reader, KEYSTORE);
        Secret keyPassword = Login.secret(reader, KEYSTORE_PASSWORD_FILE, KEYSTORE_PASSWORD_ENV);
        String authorities = path(reader, CA_CERT_FILE);
        String certificate = path(reader, CERT_FILE);
        String keyFile = path(reader, KEY_FILE);
        return () -> enabled
                ? new TlsConfig(true, trust, trustPassword, key, keyPassword, authorities, certificate, keyFile)
                : TlsConfig.OFF;
    }

    private static String path(SettingReader reader, SettingKey<Path> file) {
        return reader.given(file).map(Path::toString).orElse("");
    }

    private static void refuseBoth(SettingReader reader, SettingKey<Path> store, SettingKey<Path> pem) {
        reader.problems()
                .refuse(
                        reader.has(store) && reader.has(pem),
                        store.name() + " and " + pem.name() + " are both given: remove one of them",
                        store,
                        pem);
    }

    private static void needs(SettingReader reader, SettingKey<Path> store, SettingKey<?>... passwords) {
        for (SettingKey<?> password : passwords) {
            reader.problems()
                    .refuse(
                            reader.has(password) && !reader.has(store),
                            password.name() + " is given without " + store.name() + ": give the store too, or remove"
                                    + " the key",
                            password,
                            store);
        }
    }

    private static void refuseWithoutTls(SettingReader reader, boolean enabled, SettingKey<Path> store) {
        reader.problems()
                .refuse(
                        reader.has(store) && !enabled,
                        store.name() + " is given, but connections are not encrypted: set " + TLS.name()
                                + " to true, or remove the key",
                        store,
                        TLS,
                        RedisKeys.URI);
    }
}
