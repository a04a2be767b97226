package io.github.stormlock.topologies.guide;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.Part;
import java.util.List;

/** Ties and the length of a leaderboard. */
final class Board {
    static final long SEASON_SECONDS = 100_000_000;

    private Board() {}

    static double score(long points, long secondsOfSeason) {
        return (double) (points * SEASON_SECONDS + SEASON_SECONDS - 1 - secondsOfSeason);
    }

    static long points(double score) {
        return (long) score / SEASON_SECONDS;
    }

    static void trim(RedisLockFactory locks, String game, int length) {
        locks.guard("board:" + game, Entries.sortedSet())
                .only(Part.lowest(500).andSize())
                .change(board -> {
                    List<String> lowest = List.copyOf(board.asMap().keySet());
                    int surplus = Math.min(board.size() - length, lowest.size());
                    for (int i = 0; i < surplus; i++) {
                        board.remove(lowest.get(i));
                    }
                });
    }
}
