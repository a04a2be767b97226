package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.topologies.accesslog.input.AccessLogSpout;
import io.github.stormlock.topologies.sample.Command;
import io.github.stormlock.topologies.sample.RejectedBolt;
import io.github.stormlock.topologies.sample.SampleBolt;
import io.github.stormlock.topologies.sample.TopologySubmission;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;

/**
 * Counts an access log in shared hashes: the site, its pages, its visitors, its hours. Any executor may write any of
 * them, and each is written by more than one component. Every line counts exactly once, replays included.
 */
public final class AccessLogTopology {

    public static final String NAME = "access-log";

    public static final String HITS = "hits";

    /** The stream of the hits with a status of 400 and above; they are on {@link #HITS} too. */
    public static final String ERRORS = "errors";

    public static final String MALFORMED = "malformed";

    private static final String LINES = "lines";
    private static final String PARSE = "parse";

    private static final String USAGE = "usage: storm jar JAR " + AccessLogTopology.class.getName()
            + " LOG-FILE [CONFIG-FILE] [NAME]\n"
            + "  LOG-FILE     an access log in Common or Combined Log Format, plain or gzip; a path that the\n"
            + "               worker which reads it finds on its machine\n"
            + "  CONFIG-FILE  YAML: the storm.lock.* keys, the access.log.* keys, Storm's own\n"
            + "  NAME         the topology's name, default " + NAME + "; the same name goes on where it was stopped";

    /** The number of executors of bolts that few lines reach. */
    private static final int FEW = 2;

    private AccessLogTopology() {}

    /** Submits the topology. Ends the JVM with 2 on wrong arguments, and with 1 if the topology is not accepted. */
    public static void main(String[] args) {
        Command.main(args, USAGE, 1, 3, AccessLogTopology::submit);
    }

    private static int submit(List<String> args) {
        Map<String, Object> conf = TopologySubmission.conf(defaults(), args, 1);
        String file = Path.of(args.get(0)).toAbsolutePath().toString();
        return new TopologySubmission(
                        TopologySubmission.name(args, 2, NAME), conf, build(AccessLogOptions.of(file, conf)))
                .submit();
    }

    /** Returns Storm's settings that suit this topology. */
    public static Map<String, Object> defaults() {
        return TopologySubmission.defaults(1_000);
    }

    public static StormTopology build(AccessLogOptions options) {
        TopologyBuilder builder = new TopologyBuilder();
        int many = options.executors();
        int few = Math.min(FEW, many);
        builder.setSpout(LINES, new AccessLogSpout(options.file(), options.replay(), options.followed()), 1);
        builder.setBolt(PARSE, new ParseBolt(), few).shuffleGrouping(LINES);
        List<Wiring> wirings = List.of(
                new Wiring(new SiteHits(options.hold()), many, HITS),
                new Wiring(new SiteMalformed(), few, MALFORMED),
                new Wiring(new HitCounts(), many, HITS),
                new Wiring(new ErrorCounts(), few, ERRORS),
                new Wiring(new VisitorSessions(), many, HITS),
                new Wiring(new MalformedLines(), 1, MALFORMED));
        // They are shuffled, because the bolts do not rely on one executor per key.
        wirings.forEach(wiring -> builder.setBolt(wiring.bolt().id(), wiring.bolt(), wiring.executors())
                .shuffleGrouping(PARSE, wiring.stream()));
        RejectedBolt.add(builder, wirings.stream().map(Wiring::bolt).toList());
        return builder.createTopology();
    }

    /** A bolt behind the parser. */
    private record Wiring(SampleBolt bolt, int executors, String stream) {}
}
