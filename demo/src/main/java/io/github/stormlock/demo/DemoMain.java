package io.github.stormlock.demo;

import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.run.StormRunner;
import java.nio.file.Path;

/** Starts the demo in a JVM of its own; {@code scripts/demo} builds it and calls this. */
public final class DemoMain {
    private DemoMain() {}

    /** Ends the JVM with 0 if all went well, 1 if the run failed, 2 if an input is wrong. */
    public static void main(String[] arguments) {
        // This must be set before any class that logs is loaded.
        System.setProperty("log4j2.configurationFile", "classpath:io/github/stormlock/demo/log4j2.xml");
        Path out = Path.of(System.getProperty("storm-lock.demo.out", "build/demo"));
        Console console = new Console(System.out, Boolean.getBoolean("storm-lock.demo.terminal"));
        System.exit(new DemoCli(console, System.err, out, new StormRunner()).run(arguments));
    }
}
