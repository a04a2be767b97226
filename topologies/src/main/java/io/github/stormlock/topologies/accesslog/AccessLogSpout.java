package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.topologies.lines.Line;
import io.github.stormlock.topologies.lines.LineReader;
import io.github.stormlock.topologies.lines.SourceName;
import io.github.stormlock.topologies.replay.OrderedInput;
import io.github.stormlock.topologies.replay.ReplayOptions;
import io.github.stormlock.topologies.replay.ReplayingSpout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.storm.topology.OutputFieldsDeclarer;

/**
 * Sends the lines of a file, plain or gzip, each with its position: {@link SourceName}, byte offset, lowest offset
 * pending. The file is read by the task with index 0; it must be found under its path on that task's machine.
 */
public final class AccessLogSpout extends ReplayingSpout<Line> {

    private static final long serialVersionUID = 1L;

    private final String file;

    public AccessLogSpout(String file, ReplayOptions options) {
        super(options);
        this.file = file;
    }

    @Override
    protected String source() throws IOException {
        return SourceName.of(Path.of(file));
    }

    @Override
    protected OrderedInput<Line> open(long offset) throws IOException {
        return new LogInput(LineReader.open(Path.of(file), offset));
    }

    @Override
    protected List<Object> values(String source, long offset, long low, Line line) {
        return LineTuple.of(source, offset, low, line);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(LineTuple.FIELDS);
    }
}
