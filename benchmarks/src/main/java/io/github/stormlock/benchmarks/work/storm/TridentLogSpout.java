package io.github.stormlock.benchmarks.work.storm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.IBatchSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Sends lines in batches while its run wants them. A batch is sent once: if Trident asks for it again, the run fails.
 */
final class TridentLogSpout implements IBatchSpout {
    static final Fields FIELDS = new Fields("line");

    private final LogRun run;
    private final RunSpout.Lines all;

    private transient List<String> lines = List.of();
    private transient Map<Long, Sent> pending = Map.of();
    private transient long number;

    private record Sent(int lines, long nanos) {}

    TridentLogSpout(LogRun run, RunSpout.Lines all) {
        this.run = run;
        this.all = all;
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context) {
        lines = all.all();
        pending = new HashMap<>();
    }

    @Override
    public void emitBatch(long batch, TridentCollector out) {
        if (pending.containsKey(batch)) {
            run.fail();
            return;
        }
        long begun = System.nanoTime();
        int sent = 0;
        while (sent < StormLoads.LINES_OF_A_TUPLE && run.send()) {
            out.emit(new Values(lines.get((int) (number++ % lines.size()))));
            sent++;
        }
        pending.put(batch, new Sent(sent, begun));
    }

    @Override
    public void ack(long batch) {
        Sent sent = pending.remove(batch);
        if (sent == null) {
            return;
        }
        long took = System.nanoTime() - sent.nanos();
        for (int i = 0; i < sent.lines(); i++) {
            run.ack(took);
        }
    }

    @Override
    public void close() {}

    @Override
    public Map<String, Object> getComponentConfiguration() {
        // Trident adds to this map, so it has to be a mutable one.
        return new HashMap<>();
    }

    @Override
    public Fields getOutputFields() {
        return FIELDS;
    }
}
