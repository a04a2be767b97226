package io.github.stormlock.redis;

import io.github.stormlock.redis.internal.connect.Checks;

/**
 * The encryption of connections. The server's host name is always checked. Authorities are given as a trust store or as a
 * PEM file, and the client's certificate and key as a key store or as two PEM files. Immutable and thread-safe.
 *
 * @param enabled true to encrypt
 * @param trustStore the path of a PKCS12 or JKS file with the authorities to trust; empty for those of
 *     {@code caCertFile}, or of the JVM. The content tells which of the two it is
 * @param trustStorePassword the password of that file
 * @param keyStore the path of a PKCS12 or JKS file with the client's certificate and key; empty for those of
 *     {@code certFile}, or none
 * @param keyStorePassword the password of that file
 * @param caCertFile the path of a PEM file with the certificates of the authorities to trust; empty for none
 * @param certFile the path of a PEM file with the client's certificate, and behind it those of who signed it; empty for
 *     none
 * @param keyFile the path of a PEM file with the key of the client's certificate, as PKCS#8; empty for none
 */
public record TlsConfig(
        boolean enabled,
        String trustStore,
        Secret trustStorePassword,
        String keyStore,
        Secret keyStorePassword,
        String caCertFile,
        String certFile,
        String keyFile) {

    /** Not encrypted. */
    public static final TlsConfig OFF = new TlsConfig(false, "", Secret.NONE, "", Secret.NONE);

    /** Encrypted, with the JVM's own trust store and no client certificate. */
    public static final TlsConfig ON = new TlsConfig(true, "", Secret.NONE, "", Secret.NONE);

    /**
     * Checks that no file is named in vain.
     *
     * @throws IllegalArgumentException if a file is named although encryption is off, or two that exclude each other, or a
     *     certificate without its key
     */
    public TlsConfig {
        requireOn(enabled, "tls.truststore", trustStore);
        requireOn(enabled, "tls.keystore", keyStore);
        requireOn(enabled, "tls.ca.cert.file", caCertFile);
        requireOn(enabled, "tls.cert.file", certFile);
        requireOn(enabled, "tls.key.file", keyFile);
        Checks.require(
                trustStore.isEmpty() || caCertFile.isEmpty(),
                Checks.name("tls.truststore") + " and " + Checks.name("tls.ca.cert.file")
                        + " are both given: remove one");
        Checks.require(
                certFile.isEmpty() == keyFile.isEmpty(),
                Checks.name("tls.cert.file") + " and " + Checks.name("tls.key.file")
                        + " go together: give both, which may be the same file, or none");
        Checks.require(
                keyStore.isEmpty() || certFile.isEmpty(),
                Checks.name("tls.keystore") + " and " + Checks.name("tls.cert.file") + " are both given: remove one");
    }

    private static void requireOn(boolean enabled, String setting, String file) {
        Checks.require(
                enabled || file.isEmpty(),
                Checks.name(setting) + " is given, but connections are not encrypted: set " + Checks.name("tls")
                        + " to true, or remove it");
    }

    /**
     * Without PEM files.
     *
     * @param enabled true to encrypt
     * @param trustStore the path of a PKCS12 or JKS file with the authorities to trust; empty for the JVM's own
     * @param trustStorePassword the password of that file
     * @param keyStore the path of a PKCS12 or JKS file with the client's certificate and key; empty for none
     * @param keyStorePassword the password of that file
     */
    public TlsConfig(
            boolean enabled, String trustStore, Secret trustStorePassword, String keyStore, Secret keyStorePassword) {
        this(enabled, trustStore, trustStorePassword, keyStore, keyStorePassword, "", "", "");
    }
}
