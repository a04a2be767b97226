package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.topologies.lines.LineReader;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Checks the files that a run reads and writes before the run begins. */
final class Paths {
    private Paths() {}

    /**
     * Checks the log.
     *
     * @throws BadInputException if it is no file that can be read from its beginning again and again
     */
    static void checkLog(Path log) {
        if (!Files.exists(log)) {
            throw new BadInputException("no such file: " + log);
        }
        if (!Files.isRegularFile(log)) {
            throw new BadInputException(log + " is no regular file: it could not be read again");
        }
        try {
            LineReader.open(log, 0).close();
        } catch (IOException e) {
            throw new BadInputException("cannot read " + log + ": " + why(e));
        }
    }

    /**
     * Checks the report. An old one stays as it is.
     *
     * @throws BadInputException if the report could not be written later
     */
    static void checkReport(Path report) {
        boolean there = Files.exists(report);
        try {
            Files.newByteChannel(report, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
            if (!there) {
                Files.delete(report);
            }
        } catch (IOException e) {
            throw new BadInputException("cannot write --report " + report + ": " + why(e));
        }
    }

    /**
     * Makes the folder, unless it is there.
     *
     * @throws BadInputException if there is no such folder and none can be made, or if it cannot be written to
     */
    static void makeFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new BadInputException("cannot make the directory --out " + folder + ": " + why(e));
        }
        if (!Files.isWritable(folder)) {
            throw new BadInputException("cannot write to the directory --out " + folder);
        }
    }

    static String why(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such directory";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return DisplayText.oneLine(String.valueOf(e.getMessage()));
    }
}
