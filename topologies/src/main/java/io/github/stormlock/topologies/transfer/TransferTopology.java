package io.github.stormlock.topologies.transfer;

import io.github.stormlock.topologies.sample.Command;
import io.github.stormlock.topologies.sample.RejectedBolt;
import io.github.stormlock.topologies.sample.SampleReport;
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
    private static final String USAGE = SampleReport.usage(TransferTopology.class, NAME, "transfer");

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
        TopologySubmission submission =
                new TopologySubmission(TopologySubmission.name(args, 2, NAME), conf, build(options));
        return SampleReport.command(args.get(0), USAGE, submission, locks -> TransferReport.read(locks, options)
                .after(options.transfers()));
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
