package io.github.stormlock.benchmarks.cost;

import io.github.stormlock.insight.LocksMain;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.file.Path;

/** Somebody who looks at a server each second by {@code locks top}, so that its workers report each second. A process of its own. */
final class Looker implements AutoCloseable {
    private final Process process;

    private Looker(Process process) {
        this.process = process;
    }

    static Looker at(RedisServer server) throws IOException {
        return new Looker(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LocksMain.class.getName(),
                        "top",
                        "--redis",
                        "redis://" + server.host() + ":" + server.port())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Returns false if it has given up. */
    boolean looks() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join().isAlive();
    }
}
