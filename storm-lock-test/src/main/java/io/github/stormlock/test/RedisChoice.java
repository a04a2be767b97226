package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.DockerEngine;
import io.github.stormlock.test.internal.process.DockerProbe;
import io.github.stormlock.test.internal.process.RedisUris;
import io.github.stormlock.test.internal.process.ServerTag;
import io.github.stormlock.test.internal.process.Setting;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts the first kind of Redis that can be had, and prints which one and why the others failed. */
final class RedisChoice {
    private static final String NO_SERVER = "no redis-server on the path";

    private final List<RedisKind> wanted;
    private final List<String> reasons = new ArrayList<>();

    RedisChoice(List<RedisKind> wanted) {
        this.wanted = wanted;
    }

    static RedisChoice fromSettings() {
        Optional<String> forced = Setting.KIND.value();
        if (forced.isPresent()) {
            return new RedisChoice(List.of(RedisKind.forced(forced.get())));
        }
        return new RedisChoice(
                Setting.REDIS.value().isPresent()
                        ? List.of(RedisKind.EXTERNAL)
                        : List.of(RedisKind.CONTAINER, RedisKind.EMBEDDED, RedisKind.SYSTEM));
    }

    RedisServer start() {
        ServerTag.demand();
        for (RedisKind kind : wanted) {
            try {
                RedisServer server = start(kind);
                announce(server);
                return server;
            } catch (IOException | RuntimeException failed) {
                reasons.add(kind + ": " + failed.getMessage());
            }
        }
        throw new IllegalStateException("No Redis for the tests. " + String.join("; ", reasons)
                + ". Install redis-server (Debian and Ubuntu: apt-get install redis-server), or name a server with -D"
                + Setting.REDIS.property() + "=redis://host:port");
    }

    private static RedisServer start(RedisKind kind) throws IOException {
        return switch (kind) {
            case EXTERNAL -> external();
            case CONTAINER -> container();
            case EMBEDDED -> RedisServer.embedded();
            case SYSTEM -> RedisServer.system().orElseThrow(() -> new IOException(NO_SERVER));
        };
    }

    private static RedisServer external() {
        URI uri = RedisUris.parse(Setting.REDIS.value().orElse(""));
        return new RedisServer(RedisKind.EXTERNAL, uri, null, () -> {});
    }

    private static RedisServer container() throws IOException {
        // Testcontainers takes seconds and many log lines to find out that there is no Docker, so the probe comes
        // first.
        Optional<DockerEngine> engine = DockerProbe.find(System.getenv("DOCKER_HOST"));
        String image = Setting.IMAGE.value().orElse("redis:7");
        return RedisContainer.start(image, engine);
    }

    private void announce(RedisServer server) {
        System.out.println(
                "[storm-lock-test] " + server + (reasons.isEmpty() ? "" : " [" + String.join("; ", reasons) + "]"));
    }
}
