package io.github.stormlock.upgrade;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.redis.RedisConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A process that applies the events it is told of, one a line, each of which counts once in the entry. It uses only
 * those parts of the library that the release has too.
 *
 * <p>A line is {@code opaque ID} or {@code position OFFSET LOW}. The answer is {@code applied}, {@code replay}, or
 * {@code failed} and why.
 */
final class UpgradeWorker {
    /** The beginning of each answer. */
    static final String ANSWER = "= ";

    private UpgradeWorker() {}

    /**
     * Applies events from the standard input until it ends.
     *
     * @param args the server's address, and the entry
     */
    public static void main(String[] args) throws IOException {
        LockSettings settings = StormLockConfig.of(Map.of("storm.lock.lease", "2s", "storm.lock.events.window", "1h"))
                .lock();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (RedisLockFactory locks = RedisLockFactory.connect(RedisConfig.fromUri(args[0]), settings)) {
            GuardedEntry<HashEntry> entry = locks.guard(args[1], Entries.hash());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(ANSWER + answer(entry, line.split(" ")));
            }
        }
    }

    private static void count(HashEntry view, String field) {
        view.set(field, view.getLong(field) + 1);
    }

    private static String answer(GuardedEntry<HashEntry> entry, String[] words) {
        EventId event = words[0].equals("opaque")
                ? EventId.opaque(words[1])
                : EventId.position("file", Long.parseLong(words[1]), Long.parseLong(words[2]));
        try {
            boolean replay =
                    entry.once(event, view -> count(view, words[0] + words[1])).replay();
            return replay ? "replay" : "applied";
        } catch (LockException e) {
            return "failed " + String.valueOf(e.getMessage()).replace('\n', ' ');
        }
    }
}
