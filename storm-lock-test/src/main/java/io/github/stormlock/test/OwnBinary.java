package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.RedisBinary;
import io.github.stormlock.test.internal.process.RedisCommand;
import io.github.stormlock.test.internal.process.RedisProcess;
import io.github.stormlock.test.internal.process.RedisUris;
import io.github.stormlock.test.internal.process.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A {@code redis-server} executable from which this module starts several processes that belong together.
 *
 * @param kind {@link RedisKind#EMBEDDED} or {@link RedisKind#SYSTEM}
 * @param path the executable
 */
record OwnBinary(RedisKind kind, Path path) {

    /**
     * Returns the embedded binary, else {@code redis-server} on the path; or only the one of them that the settings
     * force.
     *
     * @throws IllegalArgumentException if the settings name no kind of server
     * @throws IllegalStateException if the settings force {@code system}, and there is none on the path
     * @throws UncheckedIOException if the embedded binary does not run here, and the other is not there or not allowed
     */
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
            throw new UncheckedIOException(failed.getMessage(), failed);
        }
    }

    static Optional<OwnBinary> system() {
        return RedisBinary.onPath().map(path -> new OwnBinary(RedisKind.SYSTEM, path));
    }

    RedisServer server(List<String> options) {
        return started(new RedisCommand(path, options, null));
    }

    RedisServer sentinel(String configuration) {
        return started(new RedisCommand(path, List.of(), configuration));
    }

    private RedisServer started(RedisCommand command) {
        try {
            RedisProcess process = RedisProcess.start(command);
            return new RedisServer(
                    kind, RedisUris.of("127.0.0.1", process.port(), process.password()), process, process::close);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed.getMessage(), failed);
        }
    }
}
