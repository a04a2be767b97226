package io.github.stormlock.test.internal.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Reads the files of text that lie beside a class. */
public final class Resources {
    private Resources() {}

    public static String text(Class<?> owner, String file) {
        try (InputStream in = Objects.requireNonNull(owner.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the words of each row of a table: a row a line. Lines that are blank, or begin with {@code #}, are none. */
    public static List<List<String>> rows(Class<?> owner, String file) {
        return text(owner, file)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> List.of(line.split(" +", -1)))
                .toList();
    }
}
