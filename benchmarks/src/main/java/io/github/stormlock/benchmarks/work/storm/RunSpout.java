package io.github.stormlock.benchmarks.work.storm;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;

/**
 * Sends tuples while its run wants them, and reports what became of each. A tuple can tell its number, and the lowest number
 * of all that are not acked.
 */
final class RunSpout extends BaseRichSpout {
    private final LogRun run;
    private final Fields fields;
    private final Lines lines;
    private final Values values;

    @SuppressWarnings("NullAway.Init") // Storm calls open before anything else.
    private transient SpoutOutputCollector collector;

    private transient List<String> all = List.of();
    private transient NavigableMap<Long, Long> pending = new TreeMap<>();
    private transient long number;

    /** Makes the lines that are sent over and over, the same every time. */
    interface Lines extends Serializable {
        List<String> all();
    }

    /** Makes the values of a tuple. */
    interface Values extends Serializable {
        List<Object> of(List<String> lines, long number, long low);
    }

    RunSpout(LogRun run, Fields fields, Lines lines, Values values) {
        this.run = run;
        this.fields = fields;
        this.lines = lines;
        this.values = values;
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        collector = out;
        all = lines.all();
        pending = new TreeMap<>();
    }

    @Override
    public void nextTuple() {
        if (run.send()) {
            pending.put(number, System.nanoTime());
            collector.emit(values.of(all, number, pending.firstKey()), number);
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
        declarer.declare(fields);
    }
}
