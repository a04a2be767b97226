package io.github.stormlock.topologies.flashsale;

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
 * Sells a few articles of limited stock, one piece per customer, on any number of executors. Each order is decided in
 * the article's entry and the customer's, in one update. The report proves from Redis alone that nothing was oversold and no order was decided twice.
 */
public final class FlashSaleTopology {

    public static final String NAME = "flash-sale";

    private static final String REJECTED = "rejected";
    private static final String ORDERS = "orders";
    private static final String USAGE = "usage: storm jar JAR " + FlashSaleTopology.class.getName()
            + " submit [CONFIG-FILE] [NAME]\n"
            + "       storm jar JAR " + FlashSaleTopology.class.getName() + " report [CONFIG-FILE]\n"
            + "  submit       starts the sale under NAME, default " + NAME + "\n"
            + "  report       shows what became of it; ends with 1 if that is not as it must be\n"
            + "  CONFIG-FILE  YAML: the storm.lock.* keys, the flash.sale.* keys, Storm's own";

    private FlashSaleTopology() {}

    /**
     * Submits the sale or reports on it. Ends the JVM with 2 on wrong arguments, and with 1 if the command does not
     * succeed.
     */
    public static void main(String[] args) {
        Command.main(args, USAGE, 1, 3, FlashSaleTopology::run);
    }

    private static int run(List<String> args) {
        Map<String, Object> conf = TopologySubmission.conf(defaults(), args, 1);
        FlashSaleOptions sale = FlashSaleOptions.of(conf);
        return switch (args.get(0)) {
            case "submit" -> new TopologySubmission(TopologySubmission.name(args, 2, NAME), conf, build(sale)).submit();
            case "report" -> report(conf, sale);
            default -> throw new IllegalArgumentException(USAGE);
        };
    }

    private static int report(Map<String, Object> conf, FlashSaleOptions sale) {
        try (RedisLockFactory locks = RedisLockFactory.of(conf)) {
            FlashSaleReport report = FlashSaleReport.read(locks, sale);
            report.lines().forEach(System.out::println);
            report.violations().forEach(violation -> System.out.println("WRONG: " + violation));
            return report.violations().isEmpty() ? 0 : 1;
        }
    }

    /** Returns Storm's settings that suit this topology. */
    public static Map<String, Object> defaults() {
        Map<String, Object> conf = new HashMap<>();
        // There are few articles, so few tuples may be pending: those that wait for one article must be done within the
        // message timeout.
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, 500);
        conf.put(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 30);
        conf.putAll(TopologySubmission.FEW_CORES);
        return conf;
    }

    public static StormTopology build(FlashSaleOptions sale) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(ORDERS, new OrderSpout(sale), 1);
        builder.setBolt(StockBolt.ID, new StockBolt(sale.stock()), sale.executors())
                .shuffleGrouping(ORDERS);
        builder.setBolt(OutcomeBolt.ID, new OutcomeBolt(), sale.executors()).shuffleGrouping(StockBolt.ID);
        builder.setBolt(REJECTED, new RejectedBolt(), 1)
                .shuffleGrouping(StockBolt.ID, RejectedStream.NAME)
                .shuffleGrouping(OutcomeBolt.ID, RejectedStream.NAME);
        return builder.createTopology();
    }
}
