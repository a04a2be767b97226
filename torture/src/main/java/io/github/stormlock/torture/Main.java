package io.github.stormlock.torture;

/** Runs the torture; {@code scripts/torture} builds it and calls this. */
public final class Main {
    private Main() {}

    /** Ends the JVM with the status of the command line. */
    public static void main(String[] arguments) {
        // Before any class that logs is loaded.
        System.setProperty("log4j2.configurationFile", "classpath:io/github/stormlock/torture/log4j2.xml");
        System.exit(Cli.run(System.out, System.err, arguments));
    }
}
