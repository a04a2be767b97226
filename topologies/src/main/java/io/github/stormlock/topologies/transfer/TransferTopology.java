package io.github.stormlock.topologies.transfer;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.topologies.sample.Command;
import io.github.stormlock.topologies.sample.RejectedBolt;
import io.github.stormlock.topologies.sample.TopologySubmission;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;

/**
 * Moves random amounts between a few accounts, on any number of executors, each transfer in one update of two entries.
 * The report proves from Redis alone that the sum is conserved and that each transfer was decided once.
 */
public final class TransferTopology {
    public static final String NAME = "transfer";

    private static final String INCOMING = "incoming";
    private static final String JAR = "storm jar JAR " + TransferTopology.class.getName();
    private static final String USAGE = "usage: " + JAR + " submit [CONFIG-FILE] [NAME]\n"
            + "       " + JAR + " report [CONFIG-FILE]\n"
            + "  submit       starts the topology under NAME, default " + NAME + "\n"
            + "  report       shows what became of it; ends with 1 if that is not as it must be\n"
            + "  CONFIG-FILE  YAML: the storm.lock.* keys, the transfer.* keys, Storm's own";

    private TransferTopology() {}

    /**
     * Submits the transfers or reports on them. Ends the JVM with 2 on wrong arguments, and with 1 if the command does
     * not succeed.
     */
    public static void main(String[] args) {
        Command.main(args, USAGE, 1, 3, TransferTopology::run);
    }

    private static int run(List<String> args) {
        Map<String, Object> conf = TopologySubmission.conf(defaults(), args, 1);
        TransferOptions options = TransferOptions.of(conf);
        return switch (args.get(0)) {
            case "submit" ->
                new TopologySubmission(TopologySubmission.name(args, 2, NAME), conf, build(options)).submit();
            case "report" -> {
                try (RedisLockFactory locks = RedisLockFactory.of(conf)) {
                    TransferReport report = TransferReport.read(locks, options);
                    List<String> violations = report.after(options.transfers());
                    System.out.println(report.line());
                    violations.forEach(violation -> System.out.println("WRONG: " + violation));
                    yield violations.isEmpty() ? 0 : Command.FAILED;
                }
            }
            default -> throw new IllegalArgumentException(USAGE);
        };
    }

    /** Returns Storm's settings that suit this topology. */
    public static Map<String, Object> defaults() {
        return TopologySubmission.defaults(2_000);
    }

    public static StormTopology build(TransferOptions options) {
        TopologyBuilder builder = new TopologyBuilder();
        TransferBolt transfers = new TransferBolt(options.cents());
        builder.setSpout(INCOMING, new TransferSpout(options), 1);
        builder.setBolt(transfers.id(), transfers, options.executors()).shuffleGrouping(INCOMING);
        RejectedBolt.add(builder, List.of(transfers));
        return builder.createTopology();
    }
}
