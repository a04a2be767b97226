package io.github.stormlock.topologies.transfer;

import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.topologies.sample.Command;
import io.github.stormlock.topologies.sample.RejectedBolt;
import io.github.stormlock.topologies.sample.RejectedStream;
import io.github.stormlock.topologies.sample.TopologySubmission;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;

/**
 * Moves random amounts between a few accounts, on any number of executors, each transfer in one update of two entries.
 * The report proves from Redis alone that the sum is conserved and that each transfer was decided once.
 */
public final class TransferTopology {
    public static final String NAME = "transfer";

    private static final String TRANSFERS = "incoming";
    private static final String REJECTED = "rejected";
    private static final String USAGE = "usage: storm jar JAR " + TransferTopology.class.getName()
            + " submit [CONFIG-FILE] [NAME]\n"
            + "       storm jar JAR " + TransferTopology.class.getName() + " report [CONFIG-FILE]\n"
            + "  submit       starts the transfers under NAME, default " + NAME + "\n"
            + "  report       shows what became of them; ends with 1 if that is not as it must be\n"
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
            case "report" -> report(conf, options);
            default -> throw new IllegalArgumentException(USAGE);
        };
    }

    private static int report(Map<String, Object> conf, TransferOptions options) {
        try (RedisLockFactory locks = RedisLockFactory.of(conf)) {
            TransferReport report = TransferReport.read(locks, options);
            System.out.println(report.line());
            List<String> violations = report.violationsAfter(options.transfers());
            violations.forEach(violation -> System.out.println("WRONG: " + violation));
            return violations.isEmpty() ? 0 : 1;
        }
    }

    /** Returns Storm's settings that suit this topology. */
    public static Map<String, Object> defaults() {
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, 2_000);
        conf.put(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 30);
        conf.putAll(TopologySubmission.FEW_CORES);
        return conf;
    }

    public static StormTopology build(TransferOptions options) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(TRANSFERS, new TransferSpout(options), 1);
        builder.setBolt(TransferBolt.ID, new TransferBolt(options.cents()), options.executors())
                .shuffleGrouping(TRANSFERS);
        builder.setBolt(REJECTED, new RejectedBolt(), 1).shuffleGrouping(TransferBolt.ID, RejectedStream.NAME);
        return builder.createTopology();
    }
}
