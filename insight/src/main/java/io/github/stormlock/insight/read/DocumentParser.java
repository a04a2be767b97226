package io.github.stormlock.insight.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.insight.read.WorkerInfo.Who;
import io.github.stormlock.lock.insight.LockNames;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Reads one document and trusts nothing in it: a field of another type or out of its range counts as absent, a row
 * without what it needs is dropped.
 */
final class DocumentParser {
    /** The longest document that is read, in bytes. Workers write at most half of it. */
    static final int MOST_BYTES = 65_536;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MOST = 1L << 53;

    private DocumentParser() {}

    /**
     * Returns what a worker tells; empty if it is no document of this version.
     *
     * @param left for how many milliseconds the key still lives
     */
    static Optional<WorkerInfo> parse(String factory, byte[] json, long left) {
        if (json.length > MOST_BYTES) {
            return Optional.empty();
        }
        try {
            JsonNode root = JSON.readTree(json);
            return root.isObject() && number(root, "v") == LockNames.FORM
                    ? Optional.of(document(factory, root, left))
                    : Optional.empty();
        } catch (IOException noJson) {
            return Optional.empty();
        }
    }

    private static WorkerInfo document(String factory, JsonNode root, long left) {
        JsonNode who = root.path("who");
        Who named = new Who(
                text(who, "topology"),
                text(who, "id"),
                text(who, "host"),
                (int) Math.min(number(who, "port"), 65_535),
                number(who, "pid"));
        List<HotRow> hot = rows(root, "hot", HotRow.class);
        List<HeldRow> held = rows(root, "held", HeldRow.class);
        List<WaitRow> waits = rows(root, "waits", WaitRow.class);
        List<OpenRow> open = rows(root, "open", OpenRow.class);
        return new WorkerInfo(
                factory,
                left < 0 ? number(root, "lives") : Math.max(0, number(root, "lives") - left),
                Math.max(1, number(root, "every")),
                number(root, "seq"),
                text(root, "lib"),
                number(root, "up"),
                named,
                callers(root.path("callers")),
                numbers(root.path("sum")),
                numbers(root.path("pool")),
                times(root.path("time")),
                number(root.path("time"), "span"),
                hot,
                held,
                waits,
                open,
                numbers(root.path("cut")));
    }

    private static <R extends Record> List<R> rows(JsonNode root, String table, Class<R> form) {
        List<R> rows = new ArrayList<>();
        for (JsonNode row : root.path(table)) {
            boolean isRow = row.isObject() && !text(row, "entry").isEmpty();
            Optional<R> made = isRow ? row(row, form) : Optional.empty();
            made.ifPresent(rows::add);
        }
        return rows;
    }

    /** Returns a row whose fields are named as its components; empty if it has no kind and needs one. */
    private static <R extends Record> Optional<R> row(JsonNode row, Class<R> form) {
        List<Object> values = new ArrayList<>();
        for (RecordComponent field : form.getRecordComponents()) {
            if (field.getType() == char.class && text(row, field.getName()).length() != 1) {
                return Optional.empty();
            }
            values.add(value(row, field.getName(), field.getType()));
        }
        try {
            return Optional.of(form.cast(form.getDeclaredConstructors()[0].newInstance(values.toArray())));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(form + " is no record of numbers and texts", e);
        }
    }

    private static Object value(JsonNode row, String name, Class<?> type) {
        if (type == String.class) {
            return text(row, name);
        }
        if (type == char.class) {
            return text(row, name).charAt(0);
        }
        long number = number(row, name);
        return type == long.class ? (Object) number : (Object) (int) Math.min(number, Integer.MAX_VALUE);
    }

    private static List<String> callers(JsonNode names) {
        List<String> callers = new ArrayList<>();
        names.forEach(name -> callers.add(name.isTextual() ? name.textValue() : ""));
        return callers;
    }

    private static Map<String, Long> numbers(JsonNode object) {
        Map<String, Long> numbers = new HashMap<>();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (field.getValue().isIntegralNumber()) {
                numbers.put(field.getKey(), inRange(field.getValue().longValue()));
            }
        }
        return numbers;
    }

    private static Map<String, Histogram> times(JsonNode object) {
        Map<String, Histogram> times = new HashMap<>();
        for (String name : List.of("wait", "hold", "commit")) {
            String text = text(object, name);
            if (!text.isEmpty()) {
                Distributions.decode(text).ifPresent(decoded -> times.put(name, decoded));
            }
        }
        return times;
    }

    private static String text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        return value.isTextual() ? value.textValue() : "";
    }

    private static long number(JsonNode object, String field) {
        JsonNode value = object.path(field);
        return value.isIntegralNumber() && value.canConvertToLong() ? inRange(value.longValue()) : 0;
    }

    private static long inRange(long value) {
        return Math.max(0, Math.min(MOST, value));
    }
}
