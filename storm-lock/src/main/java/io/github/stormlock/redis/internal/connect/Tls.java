package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.Secret;
import io.github.stormlock.redis.TlsConfig;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.SSLSocketWrapper;

/** The encryption as configured, with its files read once. Always checks the server's host name. Thread-safe. */
public record Tls(@Nullable SSLSocketFactory factory) {
    /** Of a store that is in memory only. */
    private static final char[] MEMORY = {'-'};

    /**
     * Reads the files.
     *
     * @throws IllegalArgumentException if one of them or its password cannot be used, naming the setting and what mends it
     */
    static Tls of(TlsConfig config) {
        return new Tls(config.enabled() ? context(config).getSocketFactory() : null);
    }

    private static SSLContext context(TlsConfig config) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(config), trust(config), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(Checks.name("tls") + " cannot be set up: " + Failures.reason(e), e);
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

    private static TrustManager[] trust(TlsConfig config) throws IOException, GeneralSecurityException {
        KeyStore authorities = null;
        if (!config.caCertFile().isEmpty()) {
            authorities = memory();
            for (Certificate each :
                    Pem.read("tls.ca.cert.file", config.caCertFile()).certificates()) {
                authorities.setCertificateEntry(Integer.toString(authorities.size()), each);
            }
        } else if (!config.trustStore().isEmpty()) {
            char[] password = password("tls.truststore", config.trustStorePassword());
            authorities = store("tls.truststore", config.trustStore(), password, "tls.ca.cert.file");
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        return trust.getTrustManagers();
    }

    private static KeyManager @Nullable [] keys(TlsConfig config) throws IOException, GeneralSecurityException {
        if (config.certFile().isEmpty() && config.keyStore().isEmpty()) {
            return null;
        }
        char[] password = MEMORY;
        KeyStore store = memory();
        if (config.keyStore().isEmpty()) {
            List<Certificate> chain =
                    Pem.read("tls.cert.file", config.certFile()).certificates();
            PrivateKey key = Pem.read("tls.key.file", config.keyFile()).key(chain.get(0));
            store.setKeyEntry("client", key, password, chain.toArray(new Certificate[0]));
        } else {
            password = password("tls.keystore", config.keyStorePassword());
            store = store("tls.keystore", config.keyStore(), password, "tls.cert.file");
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        return keys.getKeyManagers();
    }

    private static KeyStore memory() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static char @Nullable [] password(String setting, Secret secret) {
        String text = Checks.reveal(setting + ".password", secret);
        return text.isEmpty() ? null : text.toCharArray();
    }

    /**
     * Reads a PKCS12 or JKS file. The content tells which of the two it is, not the name.
     *
     * @param setting the setting that names it, such as {@code tls.truststore}
     * @param pemSetting the setting of a PEM file that does the same
     */
    private static KeyStore store(String setting, String path, char @Nullable [] password, String pemSetting)
            throws KeyStoreException {
        String mend = ": see " + Checks.passwordName(setting + ".password") + ", or name a PEM file by "
                + Checks.name(pemSetting);
        KeyStore store;
        try {
            store = KeyStore.getInstance(new File(path), password);
        } catch (IllegalArgumentException | IOException | GeneralSecurityException e) {
            throw refused(setting, path, "cannot be read as PKCS12 or JKS: " + Failures.reason(e) + mend, e);
        }
        boolean ofKeys = setting.equals("tls.keystore");
        for (String alias : Collections.list(store.aliases())) {
            // A store leaves out the entries that the password does not open.
            if (store.getCertificate(alias) != null && (!ofKeys || store.isKeyEntry(alias))) {
                return store;
            }
        }
        String what = ofKeys ? "key with its certificate" : "trusted certificate";
        throw refused(setting, path, "holds no " + what + " that its password opens" + mend, null);
    }

    /** Returns the refusal of a file, naming the setting. */
    static IllegalArgumentException refused(String setting, String path, String problem, @Nullable Exception cause) {
        return new IllegalArgumentException(Checks.name(setting) + ": the file " + path + " " + problem, cause);
    }
}
