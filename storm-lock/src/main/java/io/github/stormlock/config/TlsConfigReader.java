package io.github.stormlock.config;

import static io.github.stormlock.config.SettingKeys.CA_CERT_FILE;
import static io.github.stormlock.config.SettingKeys.CERT_FILE;
import static io.github.stormlock.config.SettingKeys.KEYSTORE;
import static io.github.stormlock.config.SettingKeys.KEYSTORE_PASSWORD_ENV;
import static io.github.stormlock.config.SettingKeys.KEYSTORE_PASSWORD_FILE;
import static io.github.stormlock.config.SettingKeys.KEY_FILE;
import static io.github.stormlock.config.SettingKeys.TLS;
import static io.github.stormlock.config.SettingKeys.TRUSTSTORE;
import static io.github.stormlock.config.SettingKeys.TRUSTSTORE_PASSWORD_ENV;
import static io.github.stormlock.config.SettingKeys.TRUSTSTORE_PASSWORD_FILE;
import static io.github.stormlock.config.SettingKeys.URI;

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
        String addressed = TLS.with(false) + ", but " + URI.name() + " begins with rediss://: remove one";
        reader.refuse(byAddress && !enabled, addressed, TLS, URI);
        for (SettingKey<Path> file : List.of(TRUSTSTORE, KEYSTORE, CA_CERT_FILE, CERT_FILE, KEY_FILE)) {
            String unused = file.name() + " is given, but connections are not encrypted: set " + TLS.name()
                    + " to true, or remove the key";
            reader.refuse(reader.has(file) && !enabled, unused, file, TLS, URI);
        }
        reader.refuseBoth(TRUSTSTORE, CA_CERT_FILE);
        reader.refuseBoth(KEYSTORE, CERT_FILE);
        String half = CERT_FILE.name() + " and " + KEY_FILE.name()
                + " go together: give both, which may be the same file, or none";
        reader.refuse(reader.has(CERT_FILE) != reader.has(KEY_FILE), half, CERT_FILE, KEY_FILE);
        String trust = path(reader, TRUSTSTORE);
        Secret trustPassword = password(reader, TRUSTSTORE, TRUSTSTORE_PASSWORD_FILE, TRUSTSTORE_PASSWORD_ENV);
        String key = path(reader, KEYSTORE);
        Secret keyPassword = password(reader, KEYSTORE, KEYSTORE_PASSWORD_FILE, KEYSTORE_PASSWORD_ENV);
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

    private static Secret password(
            SettingReader reader, SettingKey<Path> store, SettingKey<Path> file, SettingKey<String> variable) {
        for (SettingKey<?> key : List.of(file, variable)) {
            String alone = key.name() + " is given without " + store.name() + ": give the store too, or remove the key";
            reader.refuse(reader.has(key) && !reader.has(store), alone, key, store);
        }
        return reader.secret(file, variable);
    }
}
