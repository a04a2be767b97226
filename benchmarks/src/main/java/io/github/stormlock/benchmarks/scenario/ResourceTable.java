package io.github.stormlock.benchmarks.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Reads what the benchmark keeps in tables: a row a line, with blanks between the words. */
public final class ResourceTable {
    private static final String FOLDER = "/io/github/stormlock/benchmarks/";

    private ResourceTable() {}

    /** Returns the words of each row. Lines that are blank, or begin with {@code #}, are none. */
    public static List<List<String>> rows(String file) {
        try (InputStream in = Objects.requireNonNull(ResourceTable.class.getResourceAsStream(FOLDER + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> List.of(line.split(" +", -1)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
