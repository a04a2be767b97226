package io.github.stormlock.demo;

import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.run.SampleRunner;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs a command line in this JVM and keeps its output. */
final class CliFixture {
    private final Path out;
    private final SampleRunner engine;

    CliFixture(Path out, SampleRunner engine) {
        this.out = out;
        this.engine = engine;
    }

    record Said(int status, String out, String err) {
        List<String> errLines() {
            return err.lines().toList();
        }
    }

    Said run(String... arguments) {
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        PrintStream outStream = new PrintStream(outBytes, true, StandardCharsets.UTF_8);
        PrintStream errStream = new PrintStream(errBytes, true, StandardCharsets.UTF_8);
        int status = new DemoCli(new Console(outStream, /* terminal= */ false), errStream, out, engine).run(arguments);
        return new Said(status, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
    }
}
