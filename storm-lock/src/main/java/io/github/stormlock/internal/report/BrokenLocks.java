package io.github.stormlock.internal.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.github.stormlock.internal.figures.LostLeases.LostLease;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.lock.insight.LockToken;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs who broke the locks that this worker has lost: {@code locks break} notes it in Redis. Used by the thread of the
 * reports alone.
 */
record BrokenLocks(RedisPort port, LockNames names) {
    private static final Logger LOG = LoggerFactory.getLogger(BrokenLocks.class);
    private static final int MOST_BYTES = 16_384;

    /**
     * Asks for all of them in one round trip, and logs those that somebody broke.
     *
     * @param budgetNanos the longest time that it may take
     */
    void log(List<LostLease> lost, long budgetNanos) {
        if (lost.isEmpty()) {
            return;
        }
        List<ScriptCall> questions = lost.stream()
                .map(lease -> ReportCalls.told(names.broken(lease.name())))
                .toList();
        List<@Nullable Object> answers = port.runAll(questions, budgetNanos);
        for (int i = 0; i < lost.size(); i++) {
            if (answers.get(i) instanceof byte[] note && note.length <= MOST_BYTES) {
                log(lost.get(i), Bytes.text(note));
            }
        }
    }

    private static void log(LostLease lease, String text) {
        try {
            JsonObject note = JsonParser.parseString(text).getAsJsonObject();
            if (isSame(word(note, "token"), lease.token())) {
                LOG.warn(
                        "the lock {}, which this worker lost, was broken by {}: {}",
                        Printable.name(lease.name()),
                        Printable.name(word(note, "by")),
                        Printable.name(word(note, "reason")));
            }
        } catch (JsonParseException | IllegalStateException | UnsupportedOperationException e) {
            LOG.debug("who broke the lock {} is noted in a way that is not known", Printable.name(lease.name()));
        }
    }

    private static String word(JsonObject note, String field) {
        JsonElement value = note.get(field);
        return value == null ? "" : value.getAsString();
    }

    /** Returns true for tokens of one acquisition: a step may lie between them, and readers have none. */
    private static boolean isSame(String noted, String lost) {
        Optional<LockToken> one = LockToken.parse(noted.endsWith(":") ? noted + '1' : noted);
        Optional<LockToken> other = LockToken.parse(lost);
        return one.isPresent()
                && other.isPresent()
                && one.get().factory().equals(other.get().factory())
                && one.get().number().equals(other.get().number());
    }
}
