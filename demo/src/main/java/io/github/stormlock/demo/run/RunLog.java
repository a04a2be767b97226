package io.github.stormlock.demo.run;

import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file for the log of Storm and the library, so that the console is left to the demo. Thread-safe. */
public final class RunLog {
    private static final String FILE = "storm-lock.demo.log";

    private RunLog() {}

    /** Names the file. Call it before any class that logs is loaded, because the logging system reads the name once. */
    public static void writeTo(Path file) {
        System.setProperty(FILE, file.toString());
    }

    public static Logger logger() {
        return LoggerFactory.getLogger(Demo.class);
    }

    /** Returns a hint to add to an error; empty if nothing was written. */
    public static String hint() {
        String file = System.getProperty(FILE, "");
        return file.isEmpty() || !Path.of(file).toFile().exists() ? "" : "; more in " + file;
    }
}
