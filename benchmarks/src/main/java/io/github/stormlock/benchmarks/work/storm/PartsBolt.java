package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Contender;
import io.github.stormlock.benchmarks.contender.Contenders;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.lock.EventId;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/** The guide's bolts whose updates need a part of their entry. They name it, or read the whole entry. */
abstract class PartsBolt<V> extends LockingBolt<V> {
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
        return tuple.getLongByField(StormLoads.NUMBER);
    }

    @Override
    protected EventId eventId(Tuple tuple) {
        return EventId.position(source, number(tuple), tuple.getLongByField(StormLoads.LOW));
    }

    /** Returns the number of the tuple's customer or player, who come in turn. */
    int party(Tuple tuple) {
        return (int) (number(tuple) % entries);
    }

    /** Accepts the orders of each customer up to a limit. A customer has 64 orders, which are decided again and again. */
    static final class Limits extends PartsBolt<HashEntry> {
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
    static final class BestScores extends PartsBolt<SortedSetEntry> {
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
