package io.github.stormlock.benchmarks.work.server;

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
 * Tells the commands that clients send from those that their scripts call. It uses the server's MONITOR, which marks the
 * latter. MONITOR slows the server down, so nothing may be timed meanwhile.
 */
final class Monitor implements AutoCloseable {
    private static final Pattern BY_A_SCRIPT = Pattern.compile("\\+[0-9.]+ \\[[0-9]+ lua\\] .*");
    private static final String END = "storm-lock-bench-end-of-monitor";
    private static final int LONGEST_WAIT_MILLIS = 30_000;

    private final Socket socket;
    private final BufferedReader lines;
    private final ExecutorService reader = Executors.newSingleThreadExecutor();
    private final Future<Long> fromClients;

    Monitor(String host, int port) throws IOException {
        this.socket = new Socket(host, port);
        socket.setSoTimeout(LONGEST_WAIT_MILLIS);
        this.lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
        String answer = lines.readLine();
        if (!"+OK".equals(answer)) {
            throw new IOException("the server does not let its commands be counted: MONITOR was answered " + answer);
        }
        this.fromClients = reader.submit(this::read);
    }

    /** Returns how many commands clients have sent since the start. */
    long fromClients(RedisClient client) throws Exception {
        client.echo(END);
        return fromClients.get();
    }

    private long read() throws IOException {
        long clients = 0;
        String line = lines.readLine();
        while (line != null && !line.contains(END)) {
            if (!BY_A_SCRIPT.matcher(line).matches()) {
                clients++;
            }
            line = lines.readLine();
        }
        if (line == null) {
            throw new IOException("the server ended its MONITOR early");
        }
        return clients;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        reader.shutdownNow();
    }
}
