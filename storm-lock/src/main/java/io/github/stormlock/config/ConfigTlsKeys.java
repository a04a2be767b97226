package io.github.stormlock.config;

import java.nio.file.Path;
import java.util.List;

/** The keys that say how the connection is encrypted. */
final class ConfigTlsKeys {
    static final String PREFIX = ConfigRedisKeys.PREFIX + "tls";

    static final ConfigKey<Boolean> TLS = ConfigKey.without(
            PREFIX,
            new ConfigFlag(),
            "true",
            "true for a rediss:// address, else false",
            "Whether connections are encrypted. The server's host name is always checked.");

    static final ConfigKey<Path> TRUSTSTORE = ConfigKey.without(
            PREFIX + ".truststore",
            new ConfigPath(),
            "/etc/storm/redis-truststore.p12",
            "the JVM's own authorities",
            "A PKCS12 or JKS file with the authorities to trust.");

    static final ConfigKey<Path> TRUSTSTORE_PASSWORD_FILE = ConfigKey.without(
            PREFIX + ".truststore.password.file",
            new ConfigPath(),
            "/run/secrets/truststore-password",
            "no password",
            "The file whose first line is the password of the trust store. Read on the workers.");

    static final ConfigKey<String> TRUSTSTORE_PASSWORD_ENV = ConfigKey.without(
            PREFIX + ".truststore.password.env",
            ConfigText.VARIABLE,
            "TRUSTSTORE_PASSWORD",
            "no password",
            "The environment variable of the workers with the password of the trust store.");

    static final ConfigKey<Path> KEYSTORE = ConfigKey.without(
            PREFIX + ".keystore",
            new ConfigPath(),
            "/etc/storm/redis-keystore.p12",
            "no client certificate",
            "A PKCS12 or JKS file with the client's certificate and key.");

    static final ConfigKey<Path> KEYSTORE_PASSWORD_FILE = ConfigKey.without(
            PREFIX + ".keystore.password.file",
            new ConfigPath(),
            "/run/secrets/keystore-password",
            "no password",
            "The file whose first line is the password of the key store. Read on the workers.");

    static final ConfigKey<String> KEYSTORE_PASSWORD_ENV = ConfigKey.without(
            PREFIX + ".keystore.password.env",
            ConfigText.VARIABLE,
            "KEYSTORE_PASSWORD",
            "no password",
            "The environment variable of the workers with the password of the key store.");

    static final List<ConfigKey<?>> ALL = List.of(
            TLS,
            TRUSTSTORE,
            TRUSTSTORE_PASSWORD_FILE,
            TRUSTSTORE_PASSWORD_ENV,
            KEYSTORE,
            KEYSTORE_PASSWORD_FILE,
            KEYSTORE_PASSWORD_ENV);

    private ConfigTlsKeys() {}
}
