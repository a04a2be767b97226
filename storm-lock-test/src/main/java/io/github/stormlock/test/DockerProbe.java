package io.github.stormlock.test;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out in milliseconds, and without a word, whether a Docker engine listens where clients look for one. */
final class DockerProbe {
    private static final int CONNECT_MILLIS = 1_000;
    private static final Path WINDOWS_PIPE = Path.of("\\\\.\\pipe\\docker_engine");

    private DockerProbe() {}

    /** Empty if something listens; else the reason in a few words. */
    static Optional<String> whyNot() {
        return whyNot(System.getenv("DOCKER_HOST"));
    }

    static Optional<String> whyNot(@Nullable String dockerHost) {
        if (dockerHost != null && !dockerHost.isBlank()) {
            return listens(dockerHost.strip()) ? Optional.empty() : Optional.of("no Docker engine at " + dockerHost);
        }
        boolean found = usualSockets().stream().anyMatch(DockerProbe::listens) || Files.exists(WINDOWS_PIPE);
        return found ? Optional.empty() : Optional.of("no Docker engine");
    }

    private static List<Path> usualSockets() {
        String home = System.getProperty("user.home", "");
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        return Stream.of(
                        Path.of("/var/run/docker.sock"),
                        runtime == null ? null : Path.of(runtime, "docker.sock"),
                        Path.of(home, ".docker", "run", "docker.sock"),
                        Path.of(home, ".docker", "desktop", "docker.sock"))
                .filter(Objects::nonNull)
                .toList();
    }

    private static boolean listens(String dockerHost) {
        try {
            URI uri = URI.create(dockerHost);
            return switch (Objects.requireNonNullElse(uri.getScheme(), "")) {
                case "unix" -> listens(Path.of(uri.getPath()));
                case "tcp", "http", "https" -> listens(uri.getHost(), uri.getPort());
                // Others are left to Testcontainers, which knows them or says so.
                default -> true;
            };
        } catch (IllegalArgumentException notAnAddress) {
            return false;
        }
    }

    private static boolean listens(Path socket) {
        if (!Files.exists(socket)) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException | UnsupportedOperationException nobody) {
            return false;
        }
    }

    private static boolean listens(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            return true;
        } catch (IOException nobody) {
            return false;
        }
    }
}
