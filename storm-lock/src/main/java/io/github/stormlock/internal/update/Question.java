package io.github.stormlock.internal.update;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.protocol.AttemptCall;
import io.github.stormlock.internal.protocol.AttemptReply;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks the server, under the token of a lease, for entries as they stand, and whether events of a group are remembered. It
 * is an attempt that writes nothing.
 *
 * @param token the token of the lease of the entries' locks
 */
record Question(UpdateRuntime runtime, LeaderState lead, String token) {
    /** Nothing that stands is answered like this. So nothing is written, and the entries are answered. */
    private static final Expectation NEVER =
            new Expectation(new EntryCommand("EXISTS", List.of()), List.of(new byte[] {'?'}));

    /**
     * Asks, a second time for a lost answer: nothing is written, so that a second copy does no harm.
     *
     * @throws OutcomeUnknownException if an event is remembered, and too few replicas confirm that
     * @throws LockException if the server refuses, or does not answer
     */
    AttemptReply ask() {
        GroupTargets targets = lead.targets();
        List<AttemptCall.Seen> entries = new ArrayList<>(targets.size());
        for (EntryTarget<?> target : targets.all()) {
            entries.add(new AttemptCall.Seen(
                    target.keys(),
                    target.guard().read(),
                    new Attempted(List.of(NEVER), List.of(), List.of()),
                    Duration.ZERO));
        }
        ScriptCall call = new AttemptCall(
                        entries,
                        PendingUpdate.eventsOf(lead.group()),
                        /* deadlineMicros= */ 0,
                        /* counting= */ false,
                        token)
                .toScriptCall();
        try {
            return AttemptReply.of(answer(call), targets.size());
        } catch (RedisNotReplicatedException e) {
            AttemptReply told = AttemptReply.of(e.answer(), targets.size());
            // An event that was applied may yet be lost; a read holds anyway.
            if (told instanceof AttemptReply.Replayed) {
                throw new OutcomeUnknownException(targets.name(), String.valueOf(e.getMessage()), e);
            }
            return told;
        } catch (RedisException e) {
            if (e instanceof RedisRefusedException refused && refused.code().equals("TRYAGAIN")) {
                return new AttemptReply.Busy(0, 0, -1, Holder.MIGRATING);
            }
            throw LockErrors.of(targets.name(), e);
        }
    }

    private @Nullable Object answer(ScriptCall call) {
        try {
            return runtime.port().run(call, runtime.commandTimeoutNanos());
        } catch (RedisAnswerLostException e) {
            return runtime.port().run(call, runtime.commandTimeoutNanos());
        }
    }
}
