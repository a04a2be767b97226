package io.github.stormlock.internal.report;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.github.stormlock.internal.figures.HotEntries;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.redis.PoolGauges;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Writes what a worker tells as JSON: see {@code docs/insight-format.md}. It has at most 32 KB: what does not fit is left
 * out and counted. Used by one thread.
 */
final class WorkerDocument {
    /** Leaves room for the names of the tables. */
    static final int MOST_BYTES = 32_000;

    static final Gson GSON = new Gson();
    private static final int MOST_ROWS = 64;
    private static final int MOST_HOT = 32;
    private static final int MOST_CALLERS = 256;
    private static final int LONGEST_CALLER = 100;

    private final JsonObject document = new JsonObject();
    private final JsonObject cut = new JsonObject();
    private int bytes;

    WorkerDocument(WorkerIdentity worker, String lib) {
        document.addProperty("v", LockNames.FORM);
        document.addProperty("lib", lib);
        document.add("who", GSON.toJsonTree(worker));
    }

    /** Adds a number, such as the interval of the reports. */
    WorkerDocument with(String name, long value) {
        document.addProperty(name, value);
        return this;
    }

    WorkerDocument callers(List<String> names) {
        JsonArray callers = new JsonArray();
        for (String name : names.subList(0, Math.min(names.size(), MOST_CALLERS))) {
            callers.add(name.substring(0, Math.min(name.length(), LONGEST_CALLER)));
        }
        document.add("callers", callers);
        return this;
    }

    WorkerDocument sums(Map<LockCount, Long> counted, long roundTrips) {
        JsonObject sums = new JsonObject();
        counted.forEach((each, sum) -> sums.addProperty(each.key(), sum));
        sums.addProperty("roundTrips", roundTrips);
        document.add("sum", sums);
        return this;
    }

    WorkerDocument times(Map<LockTime, Histogram> taken, long spanMillis) {
        JsonObject times = new JsonObject();
        times.addProperty("span", spanMillis);
        taken.forEach((each, all) -> times.addProperty(each.key(), encoded(all)));
        document.add("time", times);
        return this;
    }

    private static String encoded(Histogram all) {
        if (all.getTotalCount() == 0) {
            return "";
        }
        ByteBuffer buffer = ByteBuffer.allocate(all.getNeededByteBufferCapacity());
        int length = all.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    WorkerDocument pool(PoolGauges pool) {
        document.add("pool", GSON.toJsonTree(pool));
        return this;
    }

    /** Adds the rows, the most urgent tables first: what comes last is left out where there is no room. */
    WorkerDocument rows(Rows rows, HotEntries.Interval hot) {
        bytes = length(document) + length(cut);
        Rows.Waits waits = rows.waits();
        add("held", rows.held(waits.entries()), MOST_ROWS, 0);
        add("open", rows.open(), MOST_ROWS, 0);
        add("waits", waits.rows(), MOST_ROWS, 0);
        List<JsonObject> hottest = rows.hot(hot, MOST_HOT);
        add("hot", hottest, MOST_HOT, hot.entries().size() - hottest.size() + hot.leftOut());
        document.add("cut", cut);
        return this;
    }

    private void add(String name, List<JsonObject> rows, int most, long leftOutBefore) {
        JsonArray kept = new JsonArray();
        for (JsonObject row : rows.subList(0, Math.min(rows.size(), most))) {
            int length = length(row) + 1;
            if (bytes + length <= MOST_BYTES) {
                kept.add(row);
                bytes += length;
            }
        }
        document.add(name, kept);
        cut.addProperty(name, rows.size() - kept.size() + leftOutBefore);
    }

    private static int length(JsonObject json) {
        return json.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    String text() {
        return document.toString();
    }
}
