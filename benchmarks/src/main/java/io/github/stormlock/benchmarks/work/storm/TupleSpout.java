package io.github.stormlock.benchmarks.work.storm;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Sends tuples of many lines while its run wants them. Each tells its number, and the lowest number of all that are not
 * acked.
 */
final class TupleSpout extends BaseRichSpout {
    static final String NUMBER = "number";
    static final String LOW = "low";
    static final String LINES = "lines";

    private static final long serialVersionUID = 1L;

    private final String id;
    private final int entries;

    @SuppressWarnings("NullAway.Init") // Storm calls open before anything else.
    private transient LogRun run;

    @SuppressWarnings("NullAway.Init") // As above.
    private transient SpoutOutputCollector collector;

    private transient List<String> lines = List.of();
    private transient NavigableMap<Long, Long> pending = new TreeMap<>();
    private transient long number;

    TupleSpout(LogRun run, int entries) {
        this.id = run.id();
        this.entries = entries;
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        run = LogRun.of(id);
        collector = out;
        lines = ThousandLines.of(entries);
        pending = new TreeMap<>();
    }

    @Override
    public void nextTuple() {
        if (run.send()) {
            pending.put(number, System.nanoTime());
            collector.emit(new Values(number, pending.firstKey(), lines), number);
            number++;
        }
    }

    @Override
    public void ack(Object sent) {
        Long begun = pending.remove((Long) sent);
        if (begun != null) {
            run.ack(System.nanoTime() - begun);
        }
    }

    @Override
    public void fail(Object sent) {
        run.fail();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(NUMBER, LOW, LINES));
    }
}
