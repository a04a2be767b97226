package io.github.stormlock.redis.internal.connect;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import redis.clients.jedis.HostAndPort;

/**
 * Finds out what stands at an address that takes connections and is not what was expected. It asks in words that Redis, an
 * HTTP server and most others answer with an error.
 */
record Stranger(HostAndPort address, Names names, int millis) {
    private static final byte[] WORDS = "GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String TLS_ALERT = "\u0015";
    private static final int SHOWN = 40;

    /**
     * Returns what is there, with the setting to change, as the end of a message; empty if it is nothing else than expected.
     *
     * @param encrypted true if TLS was spoken to it
     * @param millis the longest time for each of the two questions
     */
    static String named(HostAndPort address, Names names, boolean encrypted, int millis) {
        return new Stranger(address, names, millis).named(encrypted);
    }

    private String named(boolean encrypted) {
        String answer;
        try {
            answer = answer();
        } catch (SocketTimeoutException e) {
            return encrypted ? "" : "; what is there takes connections and does not answer" + seeAddress();
        } catch (IOException e) {
            answer = "";
        }
        if (answer.startsWith("-") || answer.startsWith("+")) {
            return encrypted
                    ? "; Redis speaks without TLS there: see " + names.of("tls") + ", and redis:// in "
                            + names.of("uri")
                    : "";
        } else if (answer.isEmpty() || answer.startsWith(TLS_ALERT)) {
            return encrypted || !speaksTls()
                    ? ""
                    : "; a server is there that speaks TLS: see " + names.of("tls") + ", and rediss:// in "
                            + names.of("uri");
        } else if (answer.startsWith("HTTP/") || answer.startsWith("<")) {
            return "; an HTTP server is there" + seeAddress();
        }
        return "; a server is there that says '" + shown(answer) + "'" + seeAddress();
    }

    private String seeAddress() {
        return ": see " + names.of("uri") + " or " + names.of("nodes");
    }

    /** Returns the beginning of what is answered, or said unasked; empty if the connection ends before. */
    private String answer() throws IOException {
        try (Socket socket = connected()) {
            socket.getOutputStream().write(WORDS);
            byte[] first = new byte[256];
            int count = socket.getInputStream().read(first);
            return count < 1 ? "" : new String(first, 0, count, StandardCharsets.ISO_8859_1);
        }
    }

    private boolean speaksTls() {
        AtomicBoolean speaks = new AtomicBoolean();
        try (Socket socket = connected()) {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Nobody(speaks)}, null);
            SSLSocket encrypted = (SSLSocket) context.getSocketFactory()
                    .createSocket(socket, address.getHost(), address.getPort(), /* autoClose= */ true);
            encrypted.startHandshake();
        } catch (IOException | GeneralSecurityException e) {
            // It ends here in any case, at the certificate if there is one.
        }
        return speaks.get();
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), millis);
            socket.setSoTimeout(millis);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static String shown(String answer) {
        String line = answer.lines().findFirst().orElse("").replaceAll("[^ -~]", "?");
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
    }

    /** Trusts nobody, and notes that a certificate was shown. */
    private record Nobody(AtomicBoolean shown) implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            throw new CertificateException("nobody is trusted here");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            shown.set(true);
            throw new CertificateException("nobody is trusted here");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
