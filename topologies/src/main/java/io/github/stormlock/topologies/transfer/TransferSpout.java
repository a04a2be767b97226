package io.github.stormlock.topologies.transfer;

import io.github.stormlock.topologies.replay.OrderedInput;
import io.github.stormlock.topologies.replay.Positions;
import io.github.stormlock.topologies.replay.ReplayingSpout;
import java.util.List;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Makes up transfers from a seed. Those made up from other numbers are another source. */
public final class TransferSpout extends ReplayingSpout<Transfer> {
    private static final long serialVersionUID = 1L;
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String CENTS = "cents";

    private final TransferOptions options;

    public TransferSpout(TransferOptions options) {
        super(options.replay());
        this.options = options;
    }

    /** Returns the durable name of these transfers, under which the spout keeps its progress. */
    public static String source(TransferOptions options) {
        return "transfers@" + options.seed() + "-" + options.transfers() + "-" + options.accounts() + "-"
                + options.cents();
    }

    static Transfer transfer(Tuple tuple) {
        return new Transfer(tuple.getIntegerByField(FROM), tuple.getIntegerByField(TO), tuple.getLongByField(CENTS));
    }

    @Override
    public String source() {
        return source(options);
    }

    /** Opens the transfers, which are made of their numbers: these are the offsets. */
    @Override
    public OrderedInput<Transfer> open(long offset) {
        return new OrderedInput<>() {
            private long next = offset;

            @Override
            public @Nullable Transfer next() {
                return next < options.transfers() ? Transfer.of(options, next++) : null;
            }

            @Override
            public long offset() {
                return next;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    protected List<Object> values(String source, long offset, long low, Transfer transfer) {
        return Positions.values(source, offset, low, transfer.from(), transfer.to(), transfer.cents());
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(Positions.fields(FROM, TO, CENTS));
    }
}
