package io.github.stormlock.insight.redis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One connection, as {@code CLIENT LIST} shows it. Immutable.
 *
 * @param fields its fields by their names, such as {@code name}, {@code addr}, {@code age} and {@code idle}
 */
public record ClientLine(Map<String, String> fields) {
    /** {@return the name that the client gave the connection; empty for none} */
    public String name() {
        return fields.getOrDefault("name", "");
    }

    /**
     * {@return a field's number; -1 if it has none}
     *
     * @param field the name of the field, such as {@code idle}
     */
    public long number(String field) {
        try {
            return Long.parseLong(fields.getOrDefault(field, "-1"));
        } catch (NumberFormatException none) {
            return -1;
        }
    }

    /** {@return true if the last command was the call of a script} */
    public boolean runsScripts() {
        return fields.getOrDefault("cmd", "").startsWith("eval");
    }

    static List<ClientLine> parse(String list) {
        return list.lines()
                .filter(line -> !line.isBlank())
                .map(ClientLine::line)
                .toList();
    }

    private static ClientLine line(String line) {
        Map<String, String> fields = new HashMap<>();
        for (String field : line.split(" ", -1)) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                fields.put(field.substring(0, equals), field.substring(equals + 1));
            }
        }
        return new ClientLine(fields);
    }
}
