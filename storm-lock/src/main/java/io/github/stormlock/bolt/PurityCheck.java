package io.github.stormlock.bolt;

import io.github.stormlock.bolt.internal.ImpureException;
import io.github.stormlock.bolt.internal.Purity;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A bolt as it is tested: it does what the bolt in it does, and checks that this is pure. Use it in tests only.
 *
 * <pre>{@code
 * builder.setBolt("pages", PurityCheck.of(new PageStats()), 4).shuffleGrouping("hits");
 * }</pre>
 *
 * <p>Before an update is made, it is run twice on copies of its entry, once of them on another thread. Both runs have to
 * write the same and to leave the fields of the bolt alone. {@link LockingBolt#changes}, and so the key and the event id,
 * are asked for twice and have to be the same: a random event id is found without a replay. {@link LockingBolt#emit} has
 * to leave the fields of the bolt alone, too.
 *
 * <p>A bolt that is found impure is so for good: its tuples fail from then on, and the task reports to Storm an exception
 * that names the class of the bolt, and the field of the bolt or of the entry with both values. {@link #rejected} of the
 * bolt is not asked about it. With a {@code TupleFeed} that gives the tuples up, {@code awaitAcked} names it.
 *
 * <p>This is not seen: static fields, what is inside a field whose value is not serializable, calls of other systems, and
 * what differs neither between threads nor between one run and the next. So an update that reads the date is found on a
 * change of day only. {@link #onTick}, {@link #prepared} and {@link #cleanedUp} may change fields. An update of a part of which not all is
 * known, because others of its round have removed some, is not run twice.
 *
 * <p>An update of the bolt runs three times as often, so one that calls another system calls it three times. Settings of
 * the bolt are taken over as they are when it is wrapped. Threads are those of {@link LockingBolt}; the second run has
 * its own.
 *
 * @param <V> the type of the entry's view
 */
public final class PurityCheck<V> extends LockingBolt<V> {
    private static final long serialVersionUID = 1L;

    private final LockingBolt<V> bolt;
    private transient @Nullable Purity purity;

    private PurityCheck(LockingBolt<V> bolt) {
        super(bolt);
        this.bolt = bolt;
    }

    /**
     * {@return a bolt that does what this one does, and checks it}
     *
     * @param <V> the type of the entry's view
     * @param bolt the bolt, which is not used otherwise afterwards
     */
    public static <V> PurityCheck<V> of(LockingBolt<V> bolt) {
        return new PurityCheck<>(bolt);
    }

    /** Returns the check of this task. The executor's thread asks for it. */
    private Purity purity() {
        Purity known = purity;
        if (known == null) {
            known = new Purity(bolt);
            purity = known;
        }
        return known;
    }

    @Override
    LockingBolt<V> original() {
        return bolt;
    }

    @Override
    void gather(Tuple tuple, OpenTuple<V> open) {
        OpenTuple<V> again = open.another();
        purity().leavingFieldsAlone("changes", () -> {
            bolt.changes(tuple, open);
            bolt.changes(tuple, again);
            if (!open.isNamedAs(again)) {
                purity().report(
                                "entryKey, eventId or changes",
                                List.of("it named " + open + " first, and " + again
                                        + " when it was asked again. A replay of the"
                                        + " tuple would be taken for another event, or go to another entry"));
            }
        });
        open.checkBy(purity());
    }

    @Override
    protected String purpose(String topology, String component) {
        return bolt.purpose(topology, component);
    }

    @Override
    protected void prepared(Map<String, Object> topologyConfiguration, TopologyContext context) {
        purity().allow(() -> bolt.prepared(topologyConfiguration, context));
    }

    @Override
    protected void cleanedUp() {
        purity().allow(bolt::cleanedUp);
    }

    @Override
    protected void onTick(Tuple tick, Emitter out) {
        purity().allow(() -> bolt.onTick(tick, out));
    }

    @Override
    protected Rejection rejected(Tuple tuple, RuntimeException cause, Emitter out) {
        return cause instanceof ImpureException ? Rejection.FAIL : bolt.rejected(tuple, cause, out);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        bolt.declareOutputFields(declarer);
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return bolt.getComponentConfiguration();
    }
}
