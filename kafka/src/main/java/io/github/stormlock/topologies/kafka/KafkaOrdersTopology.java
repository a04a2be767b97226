package io.github.stormlock.topologies.kafka;

import io.github.stormlock.topologies.sample.Command;
import io.github.stormlock.topologies.sample.TopologySubmission;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.kafka.spout.KafkaSpout;
import org.apache.storm.topology.TopologyBuilder;

/** Counts the orders of each customer from topics of Kafka, each message once. */
public final class KafkaOrdersTopology {

    public static final String NAME = "kafka-orders";

    private static final String ORDERS = "orders";
    private static final String USAGE = "usage: storm jar JAR " + KafkaOrdersTopology.class.getName()
            + " submit [CONFIG-FILE] [NAME]\n"
            + "  CONFIG-FILE  YAML: the storm.lock.* keys, the kafka.orders.* keys, Storm's own\n"
            + "  NAME         the topology's name, default " + NAME + "; the same name goes on where it was stopped";

    private KafkaOrdersTopology() {}

    /** Submits the topology. Ends the JVM with 2 on wrong arguments, and with 1 if the topology is not accepted. */
    public static void main(String[] args) {
        Command.main(args, USAGE, 1, 3, KafkaOrdersTopology::run);
    }

    private static int run(List<String> args) {
        if (!args.get(0).equals("submit")) {
            throw new IllegalArgumentException(USAGE);
        }
        Map<String, Object> conf = TopologySubmission.conf(defaults(), args, 1);
        return new TopologySubmission(TopologySubmission.name(args, 2, NAME), conf, build(KafkaOrdersOptions.of(conf)))
                .submit();
    }

    static Map<String, Object> defaults() {
        return TopologySubmission.defaults(1_000);
    }

    static StormTopology build(KafkaOrdersOptions options) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(ORDERS, new KafkaSpout<>(options.spout()), options.spouts());
        builder.setBolt(CustomerOrders.ID, new CustomerOrders(options.ids()), options.executors())
                .shuffleGrouping(ORDERS);
        return builder.createTopology();
    }
}
