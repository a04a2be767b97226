package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.sample.SampleBolt;
import org.apache.storm.tuple.Tuple;

/** Counts the decisions, once for each order, however often it is emitted. */
final class OutcomeBolt extends SampleBolt {

    static final String RESULT = "result";

    private static final long serialVersionUID = 1L;

    OutcomeBolt() {
        super("outcomes", 1);
    }

    @Override
    protected String entryKey(Tuple decided) {
        return FlashSaleEntries.OUTCOMES;
    }

    @Override
    protected void update(Tuple decided, HashEntry outcomes) {
        outcomes.add(decided.getStringByField(RESULT), 1);
    }
}
