package io.github.stormlock.topologies.transfer;

import io.github.stormlock.bolt.Changes;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.replay.Positions;
import io.github.stormlock.topologies.sample.SampleBolt;
import java.util.Map;
import org.apache.storm.tuple.Tuple;

/** Changes both accounts of a transfer in one update. */
final class TransferBolt extends SampleBolt {
    private static final long serialVersionUID = 1L;

    private final long initial;

    /** @param initial what an account holds at first */
    TransferBolt(long initial) {
        super("transfers", 0);
        this.initial = initial;
    }

    @Override
    protected void changes(Tuple tuple, Changes<HashEntry> each) {
        Transfer transfer = TransferSpout.transfer(tuple);
        String from = Account.key(transfer.from());
        String to = Account.key(transfer.to());
        each.addTogether(
                Map.of(from, Entries.hash(), to, Entries.hash()),
                Positions.of(tuple),
                both -> Account.move(
                        both.get(from, Entries.hash()), both.get(to, Entries.hash()), transfer.cents(), initial));
    }
}
