package io.github.stormlock.config;

import static io.github.stormlock.config.ConfigTlsKeys.KEYSTORE;
import static io.github.stormlock.config.ConfigTlsKeys.KEYSTORE_PASSWORD_ENV;
import static io.github.stormlock.config.ConfigTlsKeys.KEYSTORE_PASSWORD_FILE;
import static io.github.stormlock.config.ConfigTlsKeys.TLS;
import static io.github.stormlock.config.ConfigTlsKeys.TRUSTSTORE;
import static io.github.stormlock.config.ConfigTlsKeys.TRUSTSTORE_PASSWORD_ENV;
import static io.github.stormlock.config.ConfigTlsKeys.TRUSTSTORE_PASSWORD_FILE;

import io.github.stormlock.redis.Secret;
import io.github.stormlock.redis.TlsConfig;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Reads how the connection is encrypted. */
final class ConfigTls {
    private ConfigTls() {}

    /**
     * What was read; to be asked for only if no problem was noted.
     *
     * @param byAddress whether the address asks for encryption
     */
    static Supplier<TlsConfig> read(ConfigReader reader, boolean byAddress) {
        boolean enabled = reader.given(TLS).orElse(byAddress);
        ConfigProblems problems = reader.problems();
        problems.refuse(
                byAddress && !enabled,
                TLS.name() + " = false, but " + ConfigRedisKeys.URI.name() + " begins with rediss://: remove one",
                TLS,
                ConfigRedisKeys.URI);
        needs(reader, TRUSTSTORE, TRUSTSTORE_PASSWORD_FILE, TRUSTSTORE_PASSWORD_ENV);
        needs(reader, KEYSTORE, KEYSTORE_PASSWORD_FILE, KEYSTORE_PASSWORD_ENV);
        refuseWithoutTls(reader, enabled, TRUSTSTORE);
        refuseWithoutTls(reader, enabled, KEYSTORE);
        String trust = reader.given(TRUSTSTORE).map(Path::toString).orElse("");
        Secret trustPassword = ConfigLogin.secret(reader, TRUSTSTORE_PASSWORD_FILE, TRUSTSTORE_PASSWORD_ENV);
        String key = reader.given(KEYSTORE).map(Path::toString).orElse("");
        Secret keyPassword = ConfigLogin.secret(reader, KEYSTORE_PASSWORD_FILE, KEYSTORE_PASSWORD_ENV);
        return () -> enabled ? new TlsConfig(true, trust, trustPassword, key, keyPassword) : TlsConfig.OFF;
    }

    private static void needs(ConfigReader reader, ConfigKey<Path> store, ConfigKey<?>... passwords) {
        for (ConfigKey<?> password : passwords) {
            reader.problems()
                    .refuse(
                            reader.has(password) && !reader.has(store),
                            password.name() + " is given without " + store.name() + ": give the store too, or remove"
                                    + " the key",
                            password,
                            store);
        }
    }

    private static void refuseWithoutTls(ConfigReader reader, boolean enabled, ConfigKey<Path> store) {
        reader.problems()
                .refuse(
                        reader.has(store) && !enabled,
                        store.name() + " is given, but connections are not encrypted: set " + TLS.name()
                                + " to true, or remove the key",
                        store,
                        TLS,
                        ConfigRedisKeys.URI);
    }
}
