package io.github.stormlock.topologies.guide;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.lock.EventId;
import java.util.Map;
import org.apache.storm.tuple.Tuple;

/** Keeps the best score of each player. */
public final class HighScores extends LockingBolt<SortedSetEntry> {
    public HighScores() {
        super(Entries.sortedSet());
    }

    @Override
    protected String entryKey(Tuple game) {
        return "board:" + game.getStringByField("game");
    }

    @Override
    protected EventId eventId(Tuple game) {
        return EventId.opaque(game.getStringByField("id"));
    }

    @Override
    protected Part parts(Tuple game) {
        return Part.members(game.getStringByField("player"));
    }

    @Override
    protected void update(Tuple game, SortedSetEntry board) {
        String player = game.getStringByField("player");
        double points = game.getDoubleByField("points");
        if (points > board.score(player, Double.NEGATIVE_INFINITY)) {
            board.set(player, points);
        }
    }

    static Map<String, Double> topTen(RedisLockFactory locks, String game) {
        return locks.guard("board:" + game, Entries.sortedSet())
                .only(Part.highest(10))
                .peek()
                .asMap();
    }
}
