package io.github.stormlock.config;

import static io.github.stormlock.config.TlsKeys.KEYSTORE;
import static io.github.stormlock.config.TlsKeys.KEYSTORE_PASSWORD_ENV;
import static io.github.stormlock.config.TlsKeys.KEYSTORE_PASSWORD_FILE;
import static io.github.stormlock.config.TlsKeys.TLS;
import static io.github.stormlock.config.TlsKeys.TRUSTSTORE;
import static io.github.stormlock.config.TlsKeys.TRUSTSTORE_PASSWORD_ENV;
import static io.github.stormlock.config.TlsKeys.TRUSTSTORE_PASSWORD_FILE;

import io.github.stormlock.redis.Secret;
import io.github.stormlock.redis.TlsConfig;
import java.nio.file.Path;
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
        refuseWithoutTls(reader, enabled, TRUSTSTORE);
        refuseWithoutTls(reader, enabled, KEYSTORE);
        String trust = reader.given(TRUSTSTORE).map(Path::toString).orElse("");
        Secret trustPassword = Login.secret(reader, TRUSTSTORE_PASSWORD_FILE, TRUSTSTORE_PASSWORD_ENV);
        String key = reader.given(KEYSTORE).map(Path::toString).orElse("");
        Secret keyPassword = Login.secret(reader, KEYSTORE_PASSWORD_FILE, KEYSTORE_PASSWORD_ENV);
        return () -> enabled ? new TlsConfig(true, trust, trustPassword, key, keyPassword) : TlsConfig.OFF;
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
