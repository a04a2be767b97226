package io.github.stormlock.redis;

import io.github.stormlock.redis.internal.connect.Checks;

/**
 * The encryption of connections. The server's host name is always checked. Immutable and thread-safe.
 *
 * @param enabled true to encrypt
 * @param trustStore the path of a PKCS12 or JKS file with the authorities to trust; empty for the JVM's own. A name
 *     that ends in {@code .jks} is read as JKS, and any other as PKCS12
 * @param trustStorePassword the password of that file
 * @param keyStore the path of a PKCS12 or JKS file with the client's certificate and key; empty for none
 * @param keyStorePassword the password of that file
 */
public record TlsConfig(
        boolean enabled, String trustStore, Secret trustStorePassword, String keyStore, Secret keyStorePassword) {

    /**
     * Checks that no store is named in vain.
     *
     * @throws IllegalArgumentException if a store is named although encryption is off
     */
    public TlsConfig {
        Checks.require(
                enabled || (trustStore.isEmpty() && keyStore.isEmpty()),
                "a trust store or key store is named, but TLS is off: turn it on or leave the stores out");
    }

    /** Not encrypted. */
    public static final TlsConfig OFF = new TlsConfig(false, "", Secret.NONE, "", Secret.NONE);

    /** Encrypted, with the JVM's own trust store and no client certificate. */
    public static final TlsConfig ON = new TlsConfig(true, "", Secret.NONE, "", Secret.NONE);
}
