package io.github.stormlock.topologies.accesslog.input;

import io.github.stormlock.topologies.lines.GrowingFile;
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
 * pending. The task with index 0 reads the file, so the file must be under its path on that task's machine.
 *
 * <p>If it is followed, a plain file is read on as it grows. Another file under its path, or a cut, is another
 * incarnation with a name of its own, told by its first line; the old one is noted as complete.
 */
public final class AccessLogSpout extends ReplayingSpout<Line> {

    private static final long serialVersionUID = 1L;

    private final String file;
    private final boolean followed;

    /**
     * Creates a spout of a file.
     *
     * @param followed true to read the file on as it grows
     */
    public AccessLogSpout(String file, ReplayOptions options, boolean followed) {
        super(options);
        this.file = file;
        this.followed = followed;
    }

    @Override
    public String source() throws IOException {
        return followed ? SourceName.ofGrowing(Path.of(file)) : SourceName.of(Path.of(file));
    }

    @Override
    public OrderedInput<Line> open(long offset) throws IOException {
        return followed ? GrowingFile.open(Path.of(file), offset) : LineReader.open(Path.of(file), offset);
    }

    @Override
    public boolean isFollowed() {
        return followed;
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
