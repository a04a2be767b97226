package io.github.stormlock.insight.page;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Where the page is.
 *
 * @param name the host as viewers write it; it has to stand in their requests
 * @param socket where the server listens
 */
record PageAddress(String name, InetSocketAddress socket) {
    /**
     * Reads an address.
     *
     * @param host a name or an address of this machine
     * @param port 0 for any
     * @throws IllegalArgumentException if there is no such host, or it stands for all addresses
     */
    static PageAddress of(String host, int port) {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("there is no host " + host + " (--port names the port)", e);
        }
        if (host.isBlank() || address.isAnyLocalAddress()) {
            // The page answers to one name only, so that no other site's name can be made to lead to it.
            throw new IllegalArgumentException("name one address of this machine, not all of them: " + host);
        }
        return new PageAddress(
                host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host,
                new InetSocketAddress(address, port));
    }

    boolean isLoopback() {
        return socket.getAddress().isLoopbackAddress();
    }
}
