package io.github.stormlock.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An executable for several processes of our own that belong together.
 *
 * @param kind {@link RedisKind#EMBEDDED} or {@link RedisKind#SYSTEM}
 */
record OwnBinary(RedisKind kind, Path path) {

    /** The embedded binary, else {@code redis-server} on the path; or the one of them that the settings force. */
    static OwnBinary choose() {
        Optional<RedisKind> forced = Setting.KIND.value().map(RedisKind::forced);
        if (forced.filter(RedisKind.SYSTEM::equals).isPresent()) {
            return system().orElseThrow(() -> new IllegalStateException(
                    Setting.KIND.property() + " is system, and there is no redis-server on the path"));
        }
        try {
            return embedded();
        } catch (UncheckedIOException doesNotRunHere) {
            if (forced.filter(RedisKind.EMBEDDED::equals).isPresent()) {
                throw doesNotRunHere;
            }
            return system().orElseThrow(() -> doesNotRunHere);
        }
    }

    static OwnBinary embedded() {
        try {
            return new OwnBinary(RedisKind.EMBEDDED, RedisBinary.embedded());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static Optional<OwnBinary> system() {
        return RedisBinary.onPath().map(path -> new OwnBinary(RedisKind.SYSTEM, path));
    }

    RedisServer server(List<String> options) {
        try {
            return RedisServer.ofProcess(kind, path, options.toArray(String[]::new));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    RedisServer sentinel(String configuration) {
        try {
            RedisProcess process = RedisProcess.startSentinel(path, configuration);
            return new RedisServer(kind, RedisUri.of(process), process, process::close);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
