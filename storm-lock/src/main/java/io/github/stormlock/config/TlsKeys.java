package io.github.stormlock.config;

import io.github.stormlock.config.internal.FlagType;
import io.github.stormlock.config.internal.PathType;
import io.github.stormlock.config.internal.TextType;
import java.nio.file.Path;
import java.util.List;

/** The keys of the encryption of connections. */
final class TlsKeys {
    static final String PREFIX = RedisKeys.PREFIX + "tls";

    static final SettingKey<Boolean> TLS = SettingKey.without(
            PREFIX,
            new FlagType(),
            "true",
            "true for a rediss:// address, else false",
            "Whether connections are encrypted. The server's host name is always checked.");

    static final SettingKey<Path> TRUSTSTORE = SettingKey.without(
            PREFIX + ".truststore",
            new PathType(),
            "/etc/storm/redis-truststore.p12",
            "the JVM's own authorities",
            "A PKCS12 or JKS file with the authorities to trust.");

    static final SettingKey<Path> TRUSTSTORE_PASSWORD_FILE = SettingKey.without(
            PREFIX + ".truststore.password.file",
            new PathType(),
            "/run/secrets/truststore-password",
            "no password",
            "The file whose first line is the password of the trust store. Read on the workers.");

    static final SettingKey<String> TRUSTSTORE_PASSWORD_ENV = SettingKey.without(
            PREFIX + ".truststore.password.env",
            TextType.VARIABLE,
            "TRUSTSTORE_PASSWORD",
            "no password",
            "The environment variable of the workers with the password of the trust store.");

    static final SettingKey<Path> KEYSTORE = SettingKey.without(
            PREFIX + ".keystore",
            new PathType(),
            "/etc/storm/redis-keystore.p12",
            "no client certificate",
            "A PKCS12 or JKS file with the client's certificate and key.");

    static final SettingKey<Path> KEYSTORE_PASSWORD_FILE = SettingKey.without(
            PREFIX + ".keystore.password.file",
            new PathType(),
            "/run/secrets/keystore-password",
            "no password",
            "The file whose first line is the password of the key store. Read on the workers.");

    static final SettingKey<String> KEYSTORE_PASSWORD_ENV = SettingKey.without(
            PREFIX + ".keystore.password.env",
            TextType.VARIABLE,
            "KEYSTORE_PASSWORD",
            "no password",
            "The environment variable of the workers with the password of the key store.");

    static final List<SettingKey<?>> ALL = List.of(
            TLS,
            TRUSTSTORE,
            TRUSTSTORE_PASSWORD_FILE,
            TRUSTSTORE_PASSWORD_ENV,
            KEYSTORE,
            KEYSTORE_PASSWORD_FILE,
            KEYSTORE_PASSWORD_ENV);

    private TlsKeys() {}
}
