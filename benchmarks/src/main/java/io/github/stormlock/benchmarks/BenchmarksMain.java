package io.github.stormlock.benchmarks;

import java.nio.file.Path;

/** Runs the benchmark in a JVM of its own; {@code scripts/bench} builds it and calls this. */
public final class BenchmarksMain {
    private BenchmarksMain() {}

    /** Runs the command line, and ends the JVM with its status. */
    public static void main(String[] arguments) {
        // These are set before any class that logs or draws is loaded.
        System.setProperty("java.awt.headless", "true");
        System.setProperty("log4j2.configurationFile", "classpath:io/github/stormlock/benchmarks/log4j2.xml");
        Path charts = Path.of(System.getProperty("storm-lock.bench.charts", "docs/benchmarks"));
        System.exit(BenchmarksCli.run(System.out, System.err, charts, arguments));
    }
}
