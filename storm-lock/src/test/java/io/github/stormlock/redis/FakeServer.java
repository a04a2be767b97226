package io.github.stormlock.redis;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A server that speaks just enough RESP2 to log a client in, and answers everything else as told. */
public final class FakeServer implements AutoCloseable {
    /** An answer that stands for none: the command is read and nothing comes back. */
    static final String SILENCE = "";

    /** An answer that stands for an end: the command is read and the connection ends. */
    static final String HANG_UP = "hang up";

    private final String host;
    private final ServerSocket listening;
    private final Function<List<String>, String> answers;
    private final AtomicInteger hellos = new AtomicInteger();
    private volatile String greeting = "*2\r\n$5\r\nproto\r\n:2\r\n";
    private volatile @Nullable String words;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<String> received = new CopyOnWriteArrayList<>();

    public FakeServer(Function<List<String>, String> answers) {
        this("127.0.0.1", answers);
    }

    /** @param host an address of this machine */
    FakeServer(String host, Function<List<String>, String> answers) {
        this.host = host;
        this.answers = answers;
        try {
            listening = new ServerSocket(0, 50, InetAddress.getByName(host));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** Starts one that answers {@code HELLO} so. */
    static FakeServer greeting(String greeting, Function<List<String>, String> answers) {
        FakeServer server = new FakeServer(answers);
        server.greeting = greeting;
        return server;
    }

    /** Starts one that says the same to everybody, and nothing more. */
    static FakeServer saying(String words) {
        FakeServer server = new FakeServer(command -> SILENCE);
        server.words = words;
        return server;
    }

    /** Returns how often {@code HELLO} came. */
    int hellos() {
        return hellos.get();
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** Returns the names of the commands that came, without those of the login. */
    List<String> received() {
        return received;
    }

    int connections() {
        return sockets.size();
    }

    public RedisConfig config() {
        return RedisConfig.standalone(host, port()).toBuilder()
                .protocol(RedisConfig.Protocol.RESP2)
                .clientName("")
                .build();
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                // With Nagle's algorithm, answers that are written one by one would wait 40 ms for the client's
                // acknowledgements.
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                String said = words;
                if (said == null) {
                    start(() -> serve(socket));
                } else {
                    socket.getOutputStream().write(said.getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            // The server is closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            boolean begun = false;
            while (true) {
                List<String> command = command(in);
                // Without HELLO a connection begins with a PING.
                boolean login = !begun && command.get(0).equals("PING");
                begun |= login;
                String answer = login ? "+PONG\r\n" : answer(command);
                if (answer.equals(HANG_UP)) {
                    return;
                }
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The client, or the test, has closed.
        }
    }

    private String answer(List<String> command) {
        if (command.get(0).equals("HELLO")) {
            hellos.incrementAndGet();
            return greeting;
        }
        received.add(command.get(0));
        return answers.apply(command);
    }

    private static List<String> command(InputStream in) throws IOException {
        String first = line(in);
        if (!first.startsWith("*")) {
            throw new IOException("no command in RESP: " + first);
        }
        int count = Integer.parseInt(first.substring(1));
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int length = Integer.parseInt(line(in).substring(1));
            words.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
            in.skipNBytes(2);
        }
        return words;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("end of stream");
            }
            line.append((char) c);
        }
        return line.toString().trim();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "fake-server");
        thread.setDaemon(true);
        thread.start();
    }
}
