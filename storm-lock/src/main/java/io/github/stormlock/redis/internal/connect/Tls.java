package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.TlsConfig;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.SSLSocketWrapper;

/** The encryption as configured, with its files read once. Always checks the server's host name. Thread-safe. */
public record Tls(@Nullable SSLSocketFactory factory) {
    private static final String IMPORT =
            "keytool -importcert -noprompt -alias ca -file CA.crt -keystore trust.p12 -storetype PKCS12";
    private static final String EXPORT = "openssl pkcs12 -export -in CLIENT.crt -inkey CLIENT.key -out client.p12";
    /** Of a store that is in memory only. */
    private static final char[] MEMORY = {'-'};

    /**
     * Reads the files.
     *
     * @throws IllegalArgumentException if one of them or its password cannot be used, naming the setting and what mends it
     */
    static Tls of(TlsConfig config, Names names) {
        return new Tls(config.enabled() ? context(config, names).getSocketFactory() : null);
    }

    /** Reads the files as {@link #of} does. */
    public static SSLContext context(TlsConfig config) {
        return context(config, Names.METHODS);
    }

    private static SSLContext context(TlsConfig config, Names names) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(config, names), trust(config, names), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(names.of("tls") + " cannot be set up: " + Failures.reason(e), e);
        }
    }

    /**
     * Returns the socket to speak through, which is {@code plain} itself if TLS is off.
     *
     * @throws IOException if the handshake fails, or is not answered in the socket's time-out
     */
    Socket wrap(Socket plain, HostAndPort address) throws IOException {
        if (factory == null) {
            return plain;
        }
        SSLSocket encrypted =
                (SSLSocket) factory.createSocket(plain, address.getHost(), address.getPort(), /* autoClose= */ true);
        SSLParameters parameters = encrypted.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        encrypted.setSSLParameters(parameters);
        try {
            encrypted.startHandshake();
        } catch (SocketTimeoutException e) {
            // A server without TLS takes the handshake for the beginning of a command, and waits for its end.
            throw new SocketTimeoutException("no answer to the TLS handshake");
        }
        return new SSLSocketWrapper(encrypted, plain);
    }

    private static TrustManager[] trust(TlsConfig config, Names names) throws IOException, GeneralSecurityException {
        String caSetting = names.of("tls.ca.cert.file");
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        if (!config.caCertFile().isEmpty()) {
            trust.init(store(
                    PemFile.read(names, "tls.ca.cert.file", config.caCertFile()).authorities()));
            return trust.getTrustManagers();
        } else if (config.trustStore().isEmpty()) {
            trust.init((KeyStore) null);
            if (trustsNobody(trust)) {
                throw new IllegalArgumentException("this JVM trusts no authority: see " + caSetting);
            }
            return trust.getTrustManagers();
        }
        StoreFile file = StoreFile.read(
                names,
                "tls.truststore",
                config.trustStore(),
                config.trustStorePassword(),
                IMPORT.replace("CA.crt", "FILE") + " makes a store of it, and " + caSetting + " takes it as it is");
        trust.init(file.store());
        if (trustsNobody(trust)) {
            throw file.without(
                    "trusted certificate (openssl pkcs12 -export makes such)",
                    IMPORT + " makes one that does, and " + caSetting + " takes CA.crt as it is");
        }
        return trust.getTrustManagers();
    }

    private static boolean trustsNobody(TrustManagerFactory trust) {
        for (TrustManager manager : trust.getTrustManagers()) {
            if (manager instanceof X509TrustManager authorities && authorities.getAcceptedIssuers().length > 0) {
                return false;
            }
        }
        return true;
    }

    private static KeyManager @Nullable [] keys(TlsConfig config, Names names)
            throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        if (!config.certFile().isEmpty()) {
            keys.init(client(config, names), MEMORY);
        } else if (config.keyStore().isEmpty()) {
            return null;
        } else {
            StoreFile file = StoreFile.read(
                            names,
                            "tls.keystore",
                            config.keyStore(),
                            config.keyStorePassword(),
                            EXPORT + " makes a store, and " + names.of("tls.cert.file") + " with "
                                    + names.of("tls.key.file") + " take PEM files as they are")
                    .withKeys(EXPORT + " makes one that does");
            keys.init(file.store(), file.password());
        }
        return keys.getKeyManagers();
    }

    private static KeyStore client(TlsConfig config, Names names) throws IOException, GeneralSecurityException {
        List<Certificate> chain =
                PemFile.read(names, "tls.cert.file", config.certFile()).certificates();
        PrivateKey key = PemFile.read(names, "tls.key.file", config.keyFile()).key(chain.get(0));
        KeyStore store = store(List.of());
        try {
            store.setKeyEntry("client", key, MEMORY, chain.toArray(new Certificate[0]));
            return store;
        } catch (KeyStoreException e) {
            throw new IllegalArgumentException(
                    names.of("tls.cert.file") + ": the certificates of " + config.certFile()
                            + " are no chain: put the client's first, and behind each the one of who signed it",
                    e);
        }
    }

    private static KeyStore store(List<Certificate> trusted) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < trusted.size(); i++) {
            store.setCertificateEntry(Integer.toString(i), trusted.get(i));
        }
        return store;
    }
}
