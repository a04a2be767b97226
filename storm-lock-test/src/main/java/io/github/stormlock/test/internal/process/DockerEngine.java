package io.github.stormlock.test.internal.process;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A Docker engine behind a Unix socket. It is asked if the image is there and, if not, to pull it. This is done before
 * Testcontainers is used, which tries for many minutes to pull an image that cannot be had.
 */
public record DockerEngine(Path socket) {
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration PULL = Duration.ofMinutes(2);

    /**
     * Pulls the image unless it is there. Waits 10 s for an answer of the engine, and 2 minutes for a pull.
     *
     * @throws IOException if the image is not there and cannot be pulled without logging in to a registry
     */
    public void provide(String image) throws IOException {
        if (!has(image)) {
            String name =
                    image.contains("@") || image.lastIndexOf(':') > image.lastIndexOf('/') ? image : image + ":latest";
            String said =
                    ask("POST", "/images/create?fromImage=" + URLEncoder.encode(name, StandardCharsets.UTF_8), PULL);
            if (!has(image)) {
                throw new IOException("image " + image + " is not there and cannot be pulled: " + lastLine(said));
            }
        }
    }

    private boolean has(String image) throws IOException {
        return ask("GET", "/images/" + image + "/json", ANSWER)
                .lines()
                .findFirst()
                .orElse("")
                .contains(" 200 ");
    }

    private String ask(String method, String path, Duration longestWait) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            String request = method + " " + path + " HTTP/1.0\r\nHost: docker\r\nContent-Length: 0\r\n\r\n";
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            // A channel on a Unix socket has no read timeout. The close below ends it and wakes the reader.
            CompletableFuture<String> answer = new CompletableFuture<>();
            DaemonThread.start("docker-answer", () -> {
                try {
                    byte[] said = Channels.newInputStream(channel).readAllBytes();
                    answer.complete(new String(said, StandardCharsets.UTF_8));
                } catch (IOException broken) {
                    answer.completeExceptionally(broken);
                }
            });
            return answer.get(longestWait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException silent) {
            throw new IOException(
                    "no answer within " + longestWait.toSeconds() + " s to " + method + " " + path, silent);
        } catch (ExecutionException broken) {
            throw new IOException(broken.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        }
    }

    private static String lastLine(String said) {
        return said.strip().lines().reduce((first, second) -> second).orElse("no reason given");
    }
}
