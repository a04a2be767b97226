package io.github.stormlock.test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends a child process of ours also when this JVM is killed and can no longer do it: a shell waits for the end of its standard input, which
 * comes with the end of this JVM in whatever way. Where there is no {@code sh}, there is no guard.
 */
final class OrphanGuard {
    private static final String WAIT_THEN_KILL =
            "trap '' INT TERM HUP; read -r line; kill -9 \"$1\"; shift; rm -rf \"$@\"";

    private final @Nullable Process shell;

    private OrphanGuard(@Nullable Process shell) {
        this.shell = shell;
    }

    /** @param folders deleted with the child: of no use to anybody once this JVM has ended */
    static OrphanGuard of(Process child, List<Path> folders) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", WAIT_THEN_KILL, "sh", Long.toString(child.pid())));
        folders.forEach(folder -> command.add(folder.toString()));
        try {
            return new OrphanGuard(new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException noShell) {
            return new OrphanGuard(null);
        }
    }

    /** Call when the child has ended: its number may soon be another process's. */
    void dismiss() {
        if (shell != null) {
            shell.destroyForcibly();
        }
    }
}
