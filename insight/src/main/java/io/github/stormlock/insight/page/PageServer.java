package io.github.stormlock.insight.page;

import com.sun.net.httpserver.HttpServer;
import io.github.stormlock.insight.page.state.StateSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Serves the page. It listens on loopback, unless told otherwise with a key file; it has no TLS. Viewers need the key of the
 * address. Nothing can be changed through it, and it loads nothing from elsewhere. Thread-safe.
 */
public record PageServer(HttpServer server, ExecutorService threads, String address) implements AutoCloseable {
    private static final Duration EACH_SECOND = Duration.ofSeconds(1);
    private static final int THREADS = 8;

    /**
     * {@return a server that answers}
     *
     * @param host a name or an address of this machine
     * @param port the port; 0 for any
     * @param keyFile a file with the key; null for a random one
     * @param source what to show
     * @throws IllegalArgumentException if an option is wrong
     * @throws UncheckedIOException if the port is taken
     */
    public static PageServer start(String host, int port, @Nullable Path keyFile, StateSource source) {
        PageAddress wanted = PageAddress.of(host, port);
        if (!wanted.isLoopback() && keyFile == null) {
            throw new IllegalArgumentException("others can reach " + host
                    + ", and there is no TLS here: use ssh -L or a proxy with TLS, or else add --key-file");
        }
        PageKey key = keyFile == null ? PageKey.random() : PageKey.of(keyFile);
        // A request that does not end must not keep one of the few threads. The JDK's server reads these once.
        setDefault("sun.net.httpserver.maxReqTime", "10");
        setDefault("sun.net.httpserver.maxRspTime", "60");
        return serve(source, wanted, key);
    }

    private static PageServer serve(StateSource source, PageAddress wanted, PageKey key) {
        HttpServer server = listening(wanted.socket());
        int port = server.getAddress().getPort();
        String host = wanted.name() + ":" + port;
        String run = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        server.createContext(
                "/",
                new PageHandler(
                        new PageChecks(host, key, "locks-" + port),
                        new PageFiles(),
                        run,
                        new SharedReader(source, EACH_SECOND)));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "locks-page");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.start();
        return new PageServer(server, threads, "http://" + host + "/#" + key.text());
    }

    private static HttpServer listening(InetSocketAddress socket) {
        try {
            return HttpServer.create(socket, 0);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + socket + ": " + e.getMessage(), e);
        }
    }

    private static void setDefault(String property, String value) {
        @Nullable String given = System.getProperty(property);
        if (given == null) {
            System.setProperty(property, value);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
