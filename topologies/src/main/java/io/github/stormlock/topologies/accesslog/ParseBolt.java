package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.topologies.accesslog.input.LineTuple;
import io.github.stormlock.topologies.accesslog.parse.AccessLogParser;
import io.github.stormlock.topologies.accesslog.parse.LogLine;
import io.github.stormlock.topologies.lines.LineReader;
import io.github.stormlock.topologies.replay.Positions;
import io.github.stormlock.topologies.sample.Excerpt;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;

/**
 * Takes lines apart and emits, anchored, a hit or a malformed line. A hit that is an error is emitted on a second
 * stream too.
 */
public final class ParseBolt extends BaseRichBolt {

    private static final long serialVersionUID = 1L;

    private static final Fields MALFORMED = Positions.fields("reason", "excerpt");

    @SuppressWarnings("NullAway.Init") // Storm calls prepare before anything else.
    private transient OutputCollector collector;

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        collector = output;
    }

    @Override
    public void execute(Tuple line) {
        LogLine parsed = LineTuple.isCut(line)
                ? new LogLine.Malformed("longer than " + LineReader.MAX_BYTES + " bytes")
                : AccessLogParser.parse(LineTuple.text(line));
        if (parsed instanceof LogLine.Hit hit) {
            collector.emit(AccessLogTopology.HITS, line, HitTuple.of(line, hit));
            if (hit.isError()) {
                collector.emit(AccessLogTopology.ERRORS, line, HitTuple.of(line, hit));
            }
        } else if (parsed instanceof LogLine.Malformed malformed) {
            collector.emit(
                    AccessLogTopology.MALFORMED,
                    line,
                    Positions.values(line, malformed.reason(), Excerpt.of(LineTuple.text(line))));
        }
        collector.ack(line);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declareStream(AccessLogTopology.HITS, HitTuple.FIELDS);
        declarer.declareStream(AccessLogTopology.ERRORS, HitTuple.FIELDS);
        declarer.declareStream(AccessLogTopology.MALFORMED, MALFORMED);
    }
}
