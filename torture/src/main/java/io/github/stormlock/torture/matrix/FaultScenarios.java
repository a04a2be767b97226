package io.github.stormlock.torture.matrix;

import io.github.stormlock.test.internal.process.Resources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The faults of the failure matrix, and the one that breaks each lock. */
public final class FaultScenarios {
    /** The steps of each, which {@link MatrixClients#take} takes. */
    private static final Map<String, List<String>> ALL = table("scenarios.txt");

    private static final Map<String, List<String>> BREAKING = table("controls.txt");

    private FaultScenarios() {}

    private static Map<String, List<String>> table(String file) {
        Map<String, List<String>> table = new LinkedHashMap<>();
        Resources.rows(FaultScenarios.class, file).forEach(row -> table.put(row.get(0), row.subList(1, row.size())));
        return table;
    }

    public static Map<String, List<String>> all() {
        return ALL;
    }

    /** Returns the names of the tutorials' locks. */
    public static List<String> controls() {
        return List.copyOf(BREAKING.keySet());
    }

    /** Returns the fault that breaks this lock in theory; empty if the lock is unknown. */
    static String breaking(String control) {
        return String.join("", BREAKING.getOrDefault(control, List.of()));
    }
}
