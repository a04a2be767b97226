package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Computation;
import io.github.stormlock.benchmarks.contender.Contender;
import io.github.stormlock.benchmarks.contender.Contenders;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.work.load.JvmOrders;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.test.LocalStorm;
import java.time.Duration;
import java.util.Set;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;

/** Loads of the guide's bolts whose updates need a part of their entry. They name it, or read the whole entry. */
final class PartsLoad {
    private PartsLoad() {}

    /** Submits the topology. The contender tells whether the bolt names parts. Its executors are the threads of the duty. */
    static LogRunLoad start(LocalStorm storm, JvmOrders duty) {
        boolean byParts =
                switch (duty.contender()) {
                    case "storm-lock" -> true;
                    case "storm-lock-whole" -> false;
                    default -> throw new IllegalArgumentException("there is no bolt for " + duty.contender());
                };
        LogRun run = LogRun.create(null, new Computation(Duration.ZERO), 1);
        int entries = duty.entries();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("tuples", new TupleSpout(run, entries), 1);
        builder.setBolt(
                        "parts",
                        duty.keys() == EntryChoice.PLAYERS
                                ? new BestScores(run.id(), byParts, entries)
                                : new Limits(run.id(), byParts, entries),
                        duty.jvm().threads())
                .shuffleGrouping("tuples");
        return new LogRunLoad(run, storm.submit(TopologyConf.of(duty.target()), builder.createTopology()));
    }

    private abstract static class PartsBolt<V> extends LockingBolt<V> {
        private static final long serialVersionUID = 1L;

        final boolean byParts;
        final int entries;
        private final String source;

        PartsBolt(EntryKind<V> kind, String source, boolean byParts, int entries) {
            super(kind);
            this.source = source;
            this.byParts = byParts;
            this.entries = entries;
        }

        static long number(Tuple tuple) {
            return tuple.getLongByField(TupleSpout.NUMBER);
        }

        @Override
        protected EventId eventId(Tuple tuple) {
            return EventId.position(source, number(tuple), tuple.getLongByField(TupleSpout.LOW));
        }

        /** Returns the number of the tuple's customer or player, who come in turn. */
        int party(Tuple tuple) {
            return (int) (number(tuple) % entries);
        }
    }

    /** Accepts the orders of each customer up to a limit. A customer has 64 orders, which are decided again and again. */
    private static final class Limits extends PartsBolt<HashEntry> {
        private static final long serialVersionUID = 1L;
        private static final long LIMIT = 1_000_000_000;
        private static final int ORDERS = 64;

        Limits(String source, boolean byParts, int entries) {
            super(Entries.hash(), source, byParts, entries);
        }

        @Override
        protected String entryKey(Tuple order) {
            return EntryChoice.of(party(order));
        }

        @Override
        protected Set<String> fields(Tuple order) {
            return byParts ? Set.of(Contender.FIELD, order(order)) : Set.of();
        }

        @Override
        protected void update(Tuple order, HashEntry spent) {
            boolean fits = spent.getLong(Contender.FIELD) < LIMIT;
            if (fits) {
                spent.add(Contender.FIELD, 1);
            }
            spent.set(order(order), fits ? "accepted" : "refused");
        }

        private String order(Tuple order) {
            return "order:" + number(order) / entries % ORDERS;
        }
    }

    /** Keeps the best score of each player. Each game is better than the one before, so that the sum tells their number. */
    private static final class BestScores extends PartsBolt<SortedSetEntry> {
        private static final long serialVersionUID = 1L;

        BestScores(String source, boolean byParts, int entries) {
            super(Entries.sortedSet(), source, byParts, entries);
        }

        @Override
        protected String entryKey(Tuple game) {
            return Contenders.BOARD;
        }

        @Override
        protected Part parts(Tuple game) {
            return byParts ? Part.members(player(game)) : Part.whole();
        }

        @Override
        protected void update(Tuple game, SortedSetEntry board) {
            double points = number(game) / entries + 1;
            if (points > board.score(player(game), Double.NEGATIVE_INFINITY)) {
                board.set(player(game), points);
            }
        }

        private String player(Tuple game) {
            return EntryChoice.of(party(game));
        }
    }
}
