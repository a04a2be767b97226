package io.github.stormlock.torture;

/** Runs the torture; {@code scripts/torture} builds it and calls this. */
public final class TortureMain {
    private TortureMain() {}

    /** Runs the command line, and ends the JVM with its status. */
    public static void main(String[] arguments) {
        // This is set before any class that logs is loaded.
        System.setProperty("log4j2.configurationFile", "classpath:io/github/stormlock/torture/log4j2.xml");
        System.exit(TortureCli.run(System.out, System.err, arguments));
    }
}
