package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.topologies.accesslog.parse.AccessLogParser;
import io.github.stormlock.topologies.accesslog.parse.LogLine;
import org.apache.storm.trident.operation.BaseFunction;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Takes a line apart with the sample's parser, and emits the key of each entry that counts it. */
final class TridentHits extends BaseFunction {
    static final Fields FIELDS = new Fields("key");

    @Override
    public void execute(TridentTuple line, TridentCollector out) {
        if (AccessLogParser.parse(line.getString(0)) instanceof LogLine.Hit hit) {
            for (HitCount count : HitCount.values()) {
                out.emit(new Values(count.key(hit.path(), hit.address(), hit.time())));
            }
        }
    }
}
