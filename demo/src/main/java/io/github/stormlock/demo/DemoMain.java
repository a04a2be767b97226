package io.github.stormlock.demo;

import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.run.StormRunner;
import java.nio.file.Path;

/** Starts the demo in a JVM of its own; {@code scripts/demo} builds it and calls this. */
public final class DemoMain {
    private DemoMain() {}

    /** Ends the JVM with 0 if all went well, 1 if the run failed, 2 if an input is wrong. */
    public static void main(String[] arguments) {
        Path out = Path.of(System.getProperty("storm-lock.demo.out", "build/demo"));
        // These must be set before any class that logs or draws is loaded.
        System.setProperty("java.awt.headless", "true");
        System.setProperty("log4j2.configurationFile", "classpath:io/github/stormlock/demo/log4j2.xml");
        int status = DemoCli.FAILED;
        try {
            Console console = new Console(System.out, Boolean.getBoolean("storm-lock.demo.terminal"));
            status = new DemoCli(console, System.err, out, new StormRunner()).run(arguments);
        } finally {
            System.exit(status);
        }
    }
}
