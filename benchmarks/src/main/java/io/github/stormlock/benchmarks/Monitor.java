package io.github.stormlock.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import redis.clients.jedis.RedisClient;

/**
 * Tells what clients send from what their scripts call, by the server's own MONITOR, which marks the latter. It slows the server
 * down: not for use while something is timed.
 */
final class Monitor implements AutoCloseable {
    private static final Pattern BY_A_SCRIPT = Pattern.compile("\\+[0-9.]+ \\[[0-9]+ lua\\] .*");
    private static final String END = "storm-lock-bench-end-of-monitor";
    private static final int PATIENCE_MILLIS = 30_000;

    private final Socket socket;
    private final BufferedReader lines;
    private final ExecutorService reader = Executors.newSingleThreadExecutor();
    private final Future<Double> share;

    Monitor(String host, int port) throws IOException {
        this.socket = new Socket(host, port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        this.lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
        String answer = lines.readLine();
        if (!"+OK".equals(answer)) {
            throw new IOException("the server does not let its commands be counted: MONITOR was answered " + answer);
        }
        this.share = reader.submit(this::read);
    }

    /** What part of all commands since the start came from clients. */
    double clientShare(RedisClient client) throws Exception {
        String unused = client.echo(END);
        return share.get();
    }

    private double read() throws IOException {
        long clients = 0;
        long scripts = 0;
        String line = lines.readLine();
        while (line != null && !line.contains(END)) {
            if (BY_A_SCRIPT.matcher(line).matches()) {
                scripts++;
            } else {
                clients++;
            }
            line = lines.readLine();
        }
        if (line == null) {
            throw new IOException("the server ended its MONITOR early");
        }
        return clients == 0 ? 1 : (double) clients / (clients + scripts);
    }

    @Override
    public void close() throws IOException {
        socket.close();
        reader.shutdownNow();
    }
}
