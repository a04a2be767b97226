package io.github.stormlock.insight.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client that sends requests as they are given: other clients do not let a test choose the host. */
final class RawClient {
    /** What came back. */
    record Answer(int status, String head, String body) {
        /** Returns the value of a header; empty if there is none. */
        String header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    private final URI address;

    RawClient(String address) {
        this.address = URI.create(address);
    }

    int port() {
        return address.getPort();
    }

    String key() {
        return address.getFragment();
    }

    Answer get(String path, String... headers) {
        return ask("GET", address.getAuthority(), path, headers);
    }

    Answer withKey(String path, String... headers) {
        String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Authorization";
        all[headers.length + 1] = "Bearer " + key();
        return get(path, all);
    }

    Answer toHost(String host, String path) {
        return ask("GET", host, path, "Authorization", "Bearer " + key());
    }

    Answer method(String method, String path) {
        return ask(method, address.getAuthority(), path, "Authorization", "Bearer " + key(), "Content-Length", "0");
    }

    boolean isThere() {
        try (Socket socket = new Socket(InetAddress.getByName(address.getHost()), port())) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private Answer ask(String method, String host, String path, String... headers) {
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\nConnection: close\r\n");
        if (!host.isEmpty()) {
            request.append("Host: ").append(host).append("\r\n");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
        }
        String ip = address.getHost().replace("[", "").replace("]", "");
        try (Socket socket = new Socket(InetAddress.getByName(ip), port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int end = all.indexOf("\r\n\r\n");
            String head = all.substring(0, end);
            return new Answer(Integer.parseInt(head.split(" ")[1]), head, all.substring(end + 4));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
