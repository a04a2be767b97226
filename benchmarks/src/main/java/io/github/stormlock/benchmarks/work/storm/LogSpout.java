package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.scenario.AccessLog;
import io.github.stormlock.topologies.accesslog.input.LineTuple;
import io.github.stormlock.topologies.lines.Line;
import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;

/** Sends the lines of the generated log over and over while its run wants them, and reports what became of each. */
final class LogSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final String id;

    @SuppressWarnings("NullAway.Init") // Storm calls open before anything else.
    private transient LogRun run;

    @SuppressWarnings("NullAway.Init") // As above.
    private transient SpoutOutputCollector collector;

    private transient List<String> lines = List.of();
    private transient long number;

    private record Sent(long number, long nanos) {}

    LogSpout(LogRun run) {
        this.id = run.id();
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        run = LogRun.of(id);
        collector = out;
        lines = AccessLog.lines();
    }

    @Override
    public void nextTuple() {
        if (run.send()) {
            Line line = new Line(number, lines.get((int) (number % lines.size())), false);
            collector.emit(LineTuple.of(id, number, number, line), new Sent(number, System.nanoTime()));
            number++;
        }
    }

    @Override
    public void ack(Object sent) {
        run.ack(System.nanoTime() - ((Sent) sent).nanos());
    }

    @Override
    public void fail(Object sent) {
        run.fail();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(LineTuple.FIELDS);
    }
}
