package io.github.stormlock.test.internal.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends a child process even if this JVM is killed and can no longer do it. A shell waits for the end of its standard
 * input, which comes with any end of this JVM. Without {@code sh} on the path there is no guard.
 */
record OrphanGuard(@Nullable Process shell) {
    private static final String WAIT_THEN_KILL =
            "trap '' INT TERM HUP; read -r line; kill -9 \"$1\"; shift; rm -rf \"$@\"";

    /**
     * Starts a guard of this child.
     *
     * @param folders the folders that are deleted with the child, because nobody needs them once this JVM has ended
     */
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

    /**
     * Ends the guard. Call it when the child has ended, because the system may soon give its number to another process.
     */
    void dismiss() {
        if (shell != null) {
            shell.destroyForcibly();
        }
    }
}
