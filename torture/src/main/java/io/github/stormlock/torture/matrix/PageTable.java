package io.github.stormlock.torture.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A table of a page, found by the first cell of its heading. What is measured takes the place of what stands there. */
public final class PageTable {
    private final Path page;
    private final String begin;
    private final List<String> lines = new ArrayList<>();

    /** Looks for the table at once, so that nobody runs for half an hour for a page that has none. */
    public PageTable(Path page, String corner, List<String> columns) throws IOException {
        this.page = page;
        this.begin = "| " + corner + " |";
        add(corner, columns);
        lines.add("|" + "---|".repeat(columns.size() + 1));
        find(Files.readAllLines(page));
    }

    private int find(List<String> text) {
        for (int i = 0; i < text.size(); i++) {
            if (text.get(i).startsWith(begin)) {
                return i;
            }
        }
        throw new IllegalArgumentException(page + " has no table that begins with " + begin);
    }

    public void add(String first, List<String> cells) {
        lines.add("| " + first + " | " + String.join(" | ", cells) + " |");
    }

    public void write() throws IOException {
        List<String> text = new ArrayList<>(Files.readAllLines(page));
        int first = find(text);
        while (first < text.size() && text.get(first).startsWith("|")) {
            text.remove(first);
        }
        text.addAll(first, lines);
        Files.write(page, text);
    }
}
