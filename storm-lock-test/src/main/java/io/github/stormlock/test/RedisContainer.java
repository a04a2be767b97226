package io.github.stormlock.test;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.github.stormlock.test.internal.process.DockerEngine;
import io.github.stormlock.test.internal.process.QuietLogs;
import io.github.stormlock.test.internal.process.RedisUris;
import java.io.IOException;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;

/** Starts a Redis in a container. This class is loaded only where a Docker engine listens. */
final class RedisContainer {
    private static final int PORT = 6379;

    // Testcontainers starts this image before any other.
    private static final String TINY_IMAGE = "alpine:3.17";

    private RedisContainer() {}

    /**
     * Starts a Redis from this image.
     *
     * @throws IOException if the engine does not answer, or the image cannot be had or does not run; the message is one
     *     line
     */
    static RedisServer start(String image, Optional<DockerEngine> engine) throws IOException {
        QuietLogs.install();
        if (engine.isPresent()) {
            engine.get().provide(substituted(TINY_IMAGE));
            engine.get().provide(substituted(image));
        }
        GenericContainer<?> container = null;
        try {
            container = container(image);
            container.start();
            // It does nothing where the server was closed before.
            Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
            return new RedisServer(
                    RedisKind.CONTAINER,
                    RedisUris.of(container.getHost(), container.getMappedPort(PORT), null),
                    null,
                    container::stop);
        } catch (RuntimeException | LinkageError failed) {
            if (container != null) {
                container.stop();
            }
            throw new IOException("image " + image + " did not start: " + oneLine(failed), failed);
        }
    }

    private static GenericContainer<?> container(String image) {
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image));
        container.withExposedPorts(PORT);
        container.withCommand("redis-server", "--save", "", "--appendonly", "no", "--protected-mode", "no");
        container.waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1));
        container.withCreateContainerCmdModifier(RedisContainer::onLoopbackOnly);
        return container;
    }

    /** Returns the name under which Testcontainers, as the user has configured it, looks for an image. */
    private static String substituted(String image) {
        return ImageNameSubstitutor.instance()
                .apply(DockerImageName.parse(image))
                .asCanonicalNameString();
    }

    /**
     * Publishes the port on the loopback address, if the engine is on this machine. An engine elsewhere has a loopback
     * address of its own, so the port stays as Testcontainers publishes it.
     */
    private static void onLoopbackOnly(CreateContainerCmd create) {
        String host = DockerClientFactory.instance().dockerHostIpAddress();
        if (host.equals("localhost") || host.equals("127.0.0.1")) {
            HostConfig config = Optional.ofNullable(create.getHostConfig()).orElseGet(HostConfig::new);
            create.withHostConfig(
                    config.withPortBindings(new PortBinding(Ports.Binding.bindIp("127.0.0.1"), ExposedPort.tcp(PORT))));
        }
    }

    /** Returns the first line of the deepest cause, which is the shortest explanation. */
    private static String oneLine(Throwable failed) {
        Throwable cause = failed;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return (message == null ? cause.toString() : message)
                .lines()
                .findFirst()
                .orElse(cause.toString());
    }
}
