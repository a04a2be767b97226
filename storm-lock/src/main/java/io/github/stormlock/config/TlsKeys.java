package io.github.stormlock.config;

import io.github.stormlock.config.internal.FlagType;
import io.github.stormlock.config.internal.TextType;
import java.nio.file.Path;

/** The keys of the encryption of connections. */
final class TlsKeys {
    static final KeyList KEYS = new KeyList(RedisKeys.PREFIX + "tls");

    static final SettingKey<Boolean> TLS = KEYS.without(
            "",
            new FlagType(),
            "true",
            "true for a rediss:// address, else false",
            "Whether connections are encrypted. The server's host name is always checked.");

    static final SettingKey<Path> TRUSTSTORE = KEYS.without(
            ".truststore",
            TextType.FILE,
            "/etc/storm/redis-truststore.p12",
            "the JVM's own authorities",
            "A PKCS12 or JKS file with the authorities to trust. Read once, when a worker starts, as all files of TLS are.");

    static final SettingKey<Path> TRUSTSTORE_PASSWORD_FILE = KEYS.without(
            ".truststore.password.file",
            TextType.FILE,
            "/run/secrets/truststore-password",
            "no password",
            "The file whose first line is the password of the trust store. Read on the workers.");

    static final SettingKey<String> TRUSTSTORE_PASSWORD_ENV = KEYS.without(
            ".truststore.password.env",
            TextType.VARIABLE,
            "TRUSTSTORE_PASSWORD",
            "no password",
            "The environment variable of the workers with the password of the trust store.");

    static final SettingKey<Path> KEYSTORE = KEYS.without(
            ".keystore",
            TextType.FILE,
            "/etc/storm/redis-keystore.p12",
            "no client certificate",
            "A PKCS12 or JKS file with the client's certificate and key.");

    static final SettingKey<Path> KEYSTORE_PASSWORD_FILE = KEYS.without(
            ".keystore.password.file",
            TextType.FILE,
            "/run/secrets/keystore-password",
            "no password",
            "The file whose first line is the password of the key store. Read on the workers.");

    static final SettingKey<String> KEYSTORE_PASSWORD_ENV = KEYS.without(
            ".keystore.password.env",
            TextType.VARIABLE,
            "KEYSTORE_PASSWORD",
            "no password",
            "The environment variable of the workers with the password of the key store.");

    static final SettingKey<Path> CA_CERT_FILE = KEYS.without(
            ".ca.cert.file",
            TextType.FILE,
            "/etc/storm/redis-ca.pem",
            "the trust store",
            "Instead of a trust store: a PEM file with the certificates of the authorities to trust.");

    static final SettingKey<Path> CERT_FILE = KEYS.without(
            ".cert.file",
            TextType.FILE,
            "/etc/storm/redis-client.pem",
            "the key store",
            "Instead of a key store: a PEM file with the client's certificate, and behind it those of who signed it.");

    static final SettingKey<Path> KEY_FILE = KEYS.without(
            ".key.file",
            TextType.FILE,
            "/etc/storm/redis-client.key",
            "the key store",
            "A PEM file with the key of the client's certificate, as PKCS#8 (BEGIN PRIVATE KEY) and without a password.");

    private TlsKeys() {}
}
