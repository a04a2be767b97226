package io.github.stormlock.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The library's metrics as the workers' CSV reporter writes them: one file for each metric of each task. A worker that
 * is started again goes on in the same file, so a counter's value is the sum of its runs.
 */
record MetricFiles(List<Value> values) {
    // storm.topology.<id>.<host>.<component>.<task>.<port>-storm-lock.<metric>.csv
    private static final Pattern NAME = Pattern.compile(
            "storm\\.topology\\.(.+?-\\d+-\\d+)\\.[^.]+(?:\\.\\d+)*?\\.([a-z][a-z-]*)\\..*?storm-lock\\.(.+)\\.csv");

    /** One metric of one task. */
    private record Value(String topology, String component, String metric, long sum) {}

    static MetricFiles read(Path folder) throws IOException {
        List<Value> values = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Matcher name = NAME.matcher(file.getFileName().toString());
                    if (name.matches()) {
                        values.add(new Value(name.group(1), name.group(2), name.group(3), sum(file)));
                    }
                }
            }
        }
        return new MetricFiles(values);
    }

    /** Returns the metrics of a topology by component and metric, without the gauges of the pool. */
    SortedMap<String, SortedMap<String, Long>> of(String topology) {
        SortedMap<String, SortedMap<String, Long>> byComponent = new TreeMap<>();
        for (Value value : values) {
            if (value.topology().equals(topology) && !value.metric().startsWith("pool.")) {
                byComponent
                        .computeIfAbsent(value.component(), component -> new TreeMap<>())
                        .merge(value.metric(), value.sum(), Long::sum);
            }
        }
        return byComponent;
    }

    /**
     * Returns the sum over the runs: a counter falls only if its worker was started again. A gauge, whose file names its
     * column {@code value}, is what it was last.
     */
    private static long sum(Path file) throws IOException {
        long total = 0;
        long last = 0;
        List<String> lines = Files.readAllLines(file);
        boolean gauge = !lines.isEmpty() && lines.get(0).endsWith(",value");
        for (String line : lines) {
            String[] columns = line.split(",", -1);
            if (columns.length < 2 || !columns[1].matches("\\d+")) {
                continue;
            }
            long count = Long.parseLong(columns[1]);
            total += count < last && !gauge ? last : 0;
            last = count;
        }
        return total + last;
    }
}
