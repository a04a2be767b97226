package io.github.stormlock.test.internal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command line that starts a server or a sentinel.
 *
 * @param sentinel the configuration of a sentinel; null for a server
 */
public record RedisCommand(Path binary, List<String> options, @Nullable String sentinel) {
    /** Returns the value of the last {@code --requirepass}, or null. */
    @Nullable
    String password() {
        int at = options.lastIndexOf("--requirepass");
        return at >= 0 && at + 1 < options.size() ? options.get(at + 1) : null;
    }

    List<String> line(int port, Path folder) throws IOException {
        List<String> line = new ArrayList<>(List.of(binary.toString()));
        List<String> place = List.of(
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                folder.toString(),
                "--daemonize",
                "no");
        if (sentinel == null) {
            line.addAll(place);
            line.addAll(List.of("--save", "", "--appendonly", "no"));
            line.addAll(options);
        } else {
            line.add(sentinelFile(folder, sentinel).toString());
            line.addAll(place);
            line.add("--sentinel");
        }
        return line;
    }

    /**
     * Writes the file in which a sentinel keeps what it learns, unless it exists: a restarted sentinel finds its own
     * there.
     */
    private static Path sentinelFile(Path folder, String configuration) throws IOException {
        Path file = folder.resolve("sentinel.conf");
        return Files.exists(file) ? file : Files.writeString(file, configuration);
    }
}
