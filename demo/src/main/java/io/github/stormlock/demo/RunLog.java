package io.github.stormlock.demo;

import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file that takes what Storm and the library log; the console is the demo's own. Thread-safe. */
final class RunLog {
    private static final String FILE = "storm-lock.demo.log";

    private RunLog() {}

    /** Names the file. Call before any class that logs is loaded: the logging system reads it once. */
    static void writeTo(Path file) {
        System.setProperty(FILE, file.toString());
    }

    static Logger logger() {
        return LoggerFactory.getLogger(Demo.class);
    }

    /** To be added to an error; empty where nothing was written. */
    static String hint() {
        String file = System.getProperty(FILE, "");
        return file.isEmpty() || !Path.of(file).toFile().exists() ? "" : "; more in " + file;
    }
}
