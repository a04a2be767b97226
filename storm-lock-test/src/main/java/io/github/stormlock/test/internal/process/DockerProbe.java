package io.github.stormlock.test.internal.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds a Docker engine where clients look for one, in milliseconds and without logging. */
public final class DockerProbe {
    private static final int CONNECT_MILLIS = 1_000;
    private static final Path WINDOWS_PIPE = Path.of("\\\\.\\pipe\\docker_engine");

    private DockerProbe() {}

    /**
     * Returns the engine if it listens on a Unix socket, or empty if it listens elsewhere. A scheme that is not known
     * here counts as listening.
     *
     * @param dockerHost the environment's DOCKER_HOST
     * @throws IOException if none listens
     */
    public static Optional<DockerEngine> find(@Nullable String dockerHost) throws IOException {
        if (dockerHost != null && !dockerHost.isBlank()) {
            return at(dockerHost.strip());
        }
        Optional<Path> socket = usualSockets().filter(DockerProbe::listens).findFirst();
        if (socket.isEmpty() && !Files.exists(WINDOWS_PIPE)) {
            throw new IOException("no Docker engine");
        }
        return socket.map(DockerEngine::new);
    }

    private static Optional<DockerEngine> at(String dockerHost) throws IOException {
        try {
            URI uri = new URI(dockerHost);
            String scheme = Objects.requireNonNullElse(uri.getScheme(), "");
            if (scheme.equals("unix") && listens(Path.of(uri.getPath()))) {
                return Optional.of(new DockerEngine(Path.of(uri.getPath())));
            }
            // Testcontainers knows the other schemes, or says that it does not.
            boolean tcp = scheme.equals("tcp") || scheme.startsWith("http");
            if (!scheme.equals("unix") && (!tcp || listens(uri.getHost(), uri.getPort()))) {
                return Optional.empty();
            }
        } catch (URISyntaxException | IllegalArgumentException noAddress) {
            // This is reported below, like an address at which nobody listens.
        }
        throw new IOException("no Docker engine at DOCKER_HOST " + dockerHost);
    }

    private static Stream<Path> usualSockets() {
        String home = System.getProperty("user.home", "");
        String runtime = Objects.requireNonNullElse(System.getenv("XDG_RUNTIME_DIR"), "/nonexistent");
        return Stream.of(
                Path.of("/var/run/docker.sock"),
                Path.of(runtime, "docker.sock"),
                Path.of(home, ".docker", "run", "docker.sock"),
                Path.of(home, ".docker", "desktop", "docker.sock"));
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
