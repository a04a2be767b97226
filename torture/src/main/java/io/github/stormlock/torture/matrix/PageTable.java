package io.github.stormlock.torture.matrix;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A table of a page, found by the first cell of its heading. What is measured takes the place of what stands there. */
public final class PageTable {
    private final Path page;
    private final List<String> columns;
    private final String begin;
    private final List<String> lines = new ArrayList<>();

    /** Looks for the table at once, so that nobody runs for half an hour for a page that has none. */
    public PageTable(Path page, String corner, List<String> columns) throws IOException {
        this.page = page;
        this.columns = List.copyOf(columns);
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

    /** Finds out what is in a cell. */
    public interface Cell {
        String of(String row, String column) throws Exception;
    }

    /** Fills rows, and prints each cell once it is known. */
    public void fill(Collection<String> rows, Cell cell, PrintStream out) throws Exception {
        for (String row : rows) {
            List<String> cells = new ArrayList<>();
            for (String column : columns) {
                String found = cell.of(row, column);
                cells.add(found);
                out.println(row + ", " + column + ": " + found);
            }
            add('`' + row + '`', cells);
        }
    }

    private void add(String first, List<String> cells) {
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
