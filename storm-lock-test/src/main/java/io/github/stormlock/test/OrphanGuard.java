package io.github.stormlock.test;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Ends a child process of ours also when this JVM is killed and can no longer do it: a shell waits for the end of its standard input, which
 * comes with the end of this JVM in whatever way. Where there is no {@code sh}, there is no guard.
 */
final class OrphanGuard {
    private static final String WAIT_THEN_KILL = "trap '' INT TERM HUP; read -r line; kill -9 \"$1\"; rm -rf \"$2\"";

    private final @Nullable Process shell;

    private OrphanGuard(@Nullable Process shell) {
        this.shell = shell;
    }

    static OrphanGuard of(Process child, Path folder) {
        try {
            return new OrphanGuard(
                    new ProcessBuilder("sh", "-c", WAIT_THEN_KILL, "sh", Long.toString(child.pid()), folder.toString())
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
