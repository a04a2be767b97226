package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.topologies.sample.Command;
import io.github.stormlock.topologies.sample.RejectedBolt;
import io.github.stormlock.topologies.sample.SampleReport;
import io.github.stormlock.topologies.sample.TopologySubmission;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;

/**
 * Sells a few articles of limited stock, one piece per customer, on any number of executors. Each order is decided in
 * the article's entry and the customer's, in one update. The report proves from Redis alone that nothing was oversold and no order was decided twice.
 */
public final class FlashSaleTopology {

    public static final String NAME = "flash-sale";

    private static final String ORDERS = "orders";
    private static final String USAGE = SampleReport.usage(FlashSaleTopology.class, NAME, "flash.sale");

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
        TopologySubmission submission =
                new TopologySubmission(TopologySubmission.name(args, 2, NAME), conf, build(sale));
        return SampleReport.command(args.get(0), USAGE, submission, locks -> FlashSaleReport.read(locks, sale));
    }

    /** Returns Storm's settings that suit this topology. */
    public static Map<String, Object> defaults() {
        return TopologySubmission.defaults(500);
    }

    public static StormTopology build(FlashSaleOptions sale) {
        TopologyBuilder builder = new TopologyBuilder();
        StockBolt stock = new StockBolt(sale.stock());
        OutcomeBolt outcomes = new OutcomeBolt();
        builder.setSpout(ORDERS, new OrderSpout(sale), 1);
        builder.setBolt(stock.id(), stock, sale.executors()).shuffleGrouping(ORDERS);
        builder.setBolt(outcomes.id(), outcomes, sale.executors()).shuffleGrouping(stock.id());
        RejectedBolt.add(builder, List.of(stock, outcomes));
        return builder.createTopology();
    }
}
