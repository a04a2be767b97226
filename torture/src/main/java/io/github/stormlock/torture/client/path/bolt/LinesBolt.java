package io.github.stormlock.torture.client.path.bolt;

import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.Moves;
import io.github.stormlock.torture.protocol.Todo;
import java.util.Objects;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Adds a link to the chain of a hash for each line of a tuple. It is never serialised: its client prepares it directly. */
final class LinesBolt extends LockingBolt<HashEntry> {
    private static final EntryKind<HashEntry> HASH = Entries.hash().only(Part.fields(Moves.FIELDS));

    private final transient @Nullable AttemptRecorder recorder;

    LinesBolt(AttemptRecorder recorder) {
        super(Entries.hash());
        this.recorder = recorder;
    }

    @Override
    protected void changes(Tuple tuple, Changes<HashEntry> each) {
        Moves moves = Objects.requireNonNull(recorder).moves();
        for (Todo line : ChainBolt.todos(tuple)) {
            each.add(HASH, line.entry(), line.event(true, ChainBolt.low(tuple)), hash -> moves.move(hash, line.id()));
        }
    }
}
