package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Contender;
import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Tuple;

/**
 * Counts the lines of a tuple, as a user of the library would do it: each line by an id of its own, or all lines of an entry
 * by the id of the tuple. The latter is right only because a tuple that is sent again carries the same lines.
 */
final class TupleBolt extends LockingBolt<HashEntry> {
    private final String source;
    private final boolean idPerLine;

    TupleBolt(LogRun run, boolean idPerLine) {
        super(Entries.hash());
        this.source = run.id();
        this.idPerLine = idPerLine;
    }

    @Override
    @SuppressWarnings("unchecked") // so the spout sends them
    protected void changes(Tuple tuple, Changes<HashEntry> each) {
        long number = tuple.getLongByField(StormLoads.NUMBER);
        long low = tuple.getLongByField(StormLoads.LOW);
        List<String> lines = (List<String>) tuple.getValueByField(StormLoads.LINES);
        if (idPerLine) {
            long first = number * StormLoads.LINES_OF_A_TUPLE;
            for (int i = 0; i < lines.size(); i++) {
                EventId line = EventId.position(source, first + i, low * StormLoads.LINES_OF_A_TUPLE);
                each.add(lines.get(i), line, entry -> entry.add(Contender.FIELD, 1));
            }
            return;
        }
        Map<String, Integer> counts = new HashMap<>();
        lines.forEach(key -> counts.merge(key, 1, Integer::sum));
        EventId whole = EventId.position(source, number, low);
        counts.forEach((key, count) -> each.add(key, whole, entry -> entry.add(Contender.FIELD, count)));
    }
}
