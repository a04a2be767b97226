package io.github.stormlock.internal.read;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.protocol.ReadReply;
import io.github.stormlock.internal.protocol.Targets;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads entries without their locks. */
public final class PlainRead {
    private PlainRead() {}

    /** The outcome for one entry: what was found, or the reason why it cannot be shown. */
    public record Result(ReadReply.@Nullable Found found, @Nullable Throwable failure) {

        /** Returns what was found, or throws the reason. */
        public ReadReply.Found orThrow() {
            if (failure != null) {
                throw LockErrors.<RuntimeException>sneak(failure);
            }
            return Objects.requireNonNull(found);
        }
    }

    /**
     * Reads entries in one round trip. Those of one snapshot are read at one moment.
     *
     * @param snapshots the entries; those of one snapshot lie in one slot
     * @return the outcomes of each snapshot, for each of its entries in order
     */
    public static List<List<Result>> all(RedisPort port, List<Targets> snapshots) {
        List<ScriptCall> calls = snapshots.stream().map(LockCalls::read).toList();
        List<@Nullable Object> answers = new ArrayList<>(answers(port, calls));
        askAgain(port, calls, answers);
        List<List<Result>> results = new ArrayList<>(snapshots.size());
        for (int i = 0; i < calls.size(); i++) {
            results.add(results(snapshots.get(i), answers.get(i)));
        }
        return results;
    }

    private static List<@Nullable Object> answers(RedisPort port, List<ScriptCall> calls) {
        try {
            return calls.size() == 1
                    ? Collections.singletonList(port.run(calls.get(0), Long.MAX_VALUE))
                    : port.runAll(calls, Long.MAX_VALUE);
        } catch (RedisException e) {
            return Collections.nCopies(calls.size(), e);
        }
    }

    /** Asks a second time for lost answers, as where the server has closed the connection: a read changes nothing. */
    private static void askAgain(RedisPort port, List<ScriptCall> calls, List<@Nullable Object> answers) {
        List<Integer> lost = new ArrayList<>(0);
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i) instanceof RedisAnswerLostException) {
                lost.add(i);
            }
        }
        if (lost.isEmpty() || Thread.currentThread().isInterrupted()) {
            return;
        }
        List<@Nullable Object> again =
                answers(port, lost.stream().map(calls::get).toList());
        for (int i = 0; i < lost.size(); i++) {
            answers.set(lost.get(i), again.get(i));
        }
    }

    private static List<Result> results(Targets entries, @Nullable Object answer) {
        List<ReadReply> replies = answer instanceof RedisException ? List.of() : ReadReply.allOf(Bytes.list(answer));
        List<Result> results = new ArrayList<>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            String entry = entries.name(i);
            if (answer instanceof RedisException failure) {
                results.add(new Result(null, LockErrors.of(entry, failure)));
            } else if (replies.get(i) instanceof ReadReply.Found found) {
                results.add(new Result(found, null));
            } else {
                results.add(new Result(
                        null, LockErrors.notRead(entry, entries.reads().get(i), replies.get(i))));
            }
        }
        return results;
    }
}
