package io.github.stormlock.test;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;

/** Starts a Redis in a container. Loaded only where a Docker engine listens. */
final class RedisContainer {
    private static final int PORT = 6379;

    // What Testcontainers itself starts first.
    private static final String TINY_IMAGE = "alpine:3.17";

    private RedisContainer() {}

    /** @throws IOException in one line, if the engine does not answer or the image cannot be had or does not run */
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
            Runnable end = container::stop;
            JvmEnd.then(end);
            return new RedisServer(
                    RedisKind.CONTAINER,
                    RedisUri.of(container.getHost(), container.getMappedPort(PORT), null),
                    null,
                    () -> {
                        JvmEnd.forget(end);
                        end.run();
                    });
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

    /** The name under which Testcontainers, as the user has configured it, looks for an image. */
    private static String substituted(String image) {
        return ImageNameSubstitutor.instance()
                .apply(DockerImageName.parse(image))
                .asCanonicalNameString();
    }

    /** An engine elsewhere has a loopback address of its own: there, the port stays as Testcontainers publishes it. */
    private static void onLoopbackOnly(CreateContainerCmd create) {
        String host = DockerClientFactory.instance().dockerHostIpAddress();
        if (host.equals("localhost") || host.equals("127.0.0.1")) {
            HostConfig config = Optional.ofNullable(create.getHostConfig()).orElseGet(HostConfig::new);
            create.withHostConfig(
                    config.withPortBindings(new PortBinding(Ports.Binding.bindIp("127.0.0.1"), ExposedPort.tcp(PORT))));
        }
    }

    /** The deepest cause says it shortest. */
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
