package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.Secret;
import io.github.stormlock.redis.TlsConfig;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.util.Locale;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.SSLSocketWrapper;
import redis.clients.jedis.SslOptions;

/** The encryption as configured, with its stores read once. Always checks the server's host name. Thread-safe. */
final class Tls {
    private final @Nullable SslOptions options;
    private final @Nullable SSLSocketFactory factory;

    private Tls(@Nullable SslOptions options, @Nullable SSLSocketFactory factory) {
        this.options = options;
        this.factory = factory;
    }

    /**
     * Reads the stores.
     *
     * @throws IllegalArgumentException if a store or its password cannot be read
     */
    static Tls of(TlsConfig config) {
        if (!config.enabled()) {
            return new Tls(null, null);
        }
        SslOptions options = options(config);
        try {
            return new Tls(options, options.createSslContext().getSocketFactory());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "TLS cannot be set up with trust store '" + config.trustStore() + "' and key store '"
                            + config.keyStore() + "': " + e.getMessage(),
                    e);
        }
    }

    /** Returns the same for connections that Jedis makes by itself; {@code null} if off. */
    @Nullable
    SslOptions options() {
        return options;
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

    private static SslOptions options(TlsConfig config) {
        SslOptions.Builder options = SslOptions.builder();
        if (!config.trustStore().isEmpty()) {
            options.truststore(file("trust store", config.trustStore()), chars(config.trustStorePassword()))
                    .trustStoreType(type(config.trustStore()));
        }
        if (!config.keyStore().isEmpty()) {
            options.keystore(file("key store", config.keyStore()), chars(config.keyStorePassword()))
                    .keyStoreType(type(config.keyStore()));
        }
        return options.build();
    }

    private static File file(String what, String path) {
        File file = new File(path);
        Checks.require(file.isFile() && file.canRead(), "the " + what + " " + path + " is not a readable file");
        return file;
    }

    private static String type(String path) {
        return path.toLowerCase(Locale.ROOT).endsWith(".jks") ? "JKS" : "PKCS12";
    }

    private static char @Nullable [] chars(Secret secret) {
        String password = secret.reveal();
        return password.isEmpty() ? null : password.toCharArray();
    }
}
