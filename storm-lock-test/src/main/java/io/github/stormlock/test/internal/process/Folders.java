package io.github.stormlock.test.internal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Temporary folders. */
public final class Folders {
    private Folders() {}

    /** Deletes a folder as far as possible. This is done at the end, when nobody is left to report a failure to. */
    public static void delete(Path folder) {
        try (Stream<Path> found = Files.walk(folder)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException left) {
            // A file left in the temporary folder harms no test.
        }
    }
}
