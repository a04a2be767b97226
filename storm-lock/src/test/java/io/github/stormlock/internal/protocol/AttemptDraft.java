package io.github.stormlock.internal.protocol;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.BlindChange;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * One attempt as a test writes it down, on the entry {@link ScriptBench#ENTRY}. Its marks are named by
 * {@link ScriptBench#marks}.
 */
final class AttemptDraft {
    static final long KEEP = 600_000;

    private static final LockKeys KEYS = LockKeys.of(ScriptBench.ENTRY, /* cluster= */ true);

    private final ScriptBench bench;
    private final List<Expectation> seen = new ArrayList<>();
    private final List<BlindChange> blind = new ArrayList<>();
    private final List<EntryCommand> commands = new ArrayList<>();
    private final List<MarkedEvent> events = new ArrayList<>();
    private final List<String> scopes = new ArrayList<>();
    private ReadSpec read = ReadSpec.of(new EntryCommand("HGETALL", List.of()), "hash", "HLEN", 0);
    private Duration timeToLive = Duration.ZERO;
    private Duration keep = Duration.ofMillis(KEEP);
    private long deadlineMicros;
    private boolean counting = true;
    private String token = AttemptCall.FREE;
    private boolean givesBack;

    AttemptDraft(ScriptBench bench) {
        this.bench = bench;
    }

    AttemptDraft read(String count, long most, String name, String... arguments) {
        read = ReadSpec.of(entryCommand(name, arguments), /* redisType= */ "", count, most);
        return this;
    }

    /** @param value the value of the field, or {@code null} if it was absent */
    AttemptDraft saw(String field, String value) {
        return saw(Arrays.asList(value), "HMGET", field);
    }

    AttemptDraft saw(List<String> answer, String name, String... arguments) {
        List<byte[]> parts = new ArrayList<>();
        answer.forEach(part -> parts.add(part == null ? null : Bytes.of(part)));
        seen.add(new Expectation(entryCommand(name, arguments), parts));
        return this;
    }

    /** @param field the field of a hash, or {@code null} for a string */
    AttemptDraft blind(String field, BlindChange.Kind kind, long operand) {
        blind.add(new BlindChange(field, kind, operand));
        return this;
    }

    AttemptDraft command(String name, String... arguments) {
        commands.add(entryCommand(name, arguments));
        return this;
    }

    AttemptDraft position(String scope, long offset, long low) {
        return event(scope, EventId.position(scope, offset, low));
    }

    /** Adds an opaque event id, which is remembered with an equals sign before it. */
    AttemptDraft opaque(String scope, String id) {
        return event(scope, EventId.opaque(id));
    }

    AttemptDraft event(String scope, EventId id) {
        events.add(new MarkedEvent(new EventMarks(scope, keep, keep), id, KEYS, List.of()));
        scopes.add(scope);
        return this;
    }

    /** Sets the time in ms for which the events that are added from now on are kept. */
    AttemptDraft keep(long millis) {
        keep = Duration.ofMillis(millis);
        return this;
    }

    AttemptDraft timeToLive(long millis) {
        timeToLive = Duration.ofMillis(millis);
        return this;
    }

    AttemptDraft deadline(long micros) {
        deadlineMicros = micros;
        return this;
    }

    AttemptDraft uncounted() {
        counting = false;
        return this;
    }

    /** Has the holder of the lock attempt it. */
    AttemptDraft under(String ofHolder) {
        token = ofHolder;
        return this;
    }

    /** Has the holder of the lock attempt it, and give the lock back. */
    AttemptDraft committing(String ofHolder) {
        givesBack = true;
        return under(ofHolder);
    }

    /** Runs the attempt and returns its result, with bytes as text. */
    AttemptReply run() {
        return AttemptReply.of(reply(givesBack ? AttemptCall.COMMIT : AttemptCall.SCRIPT), 1);
    }

    Object reply(Script script) {
        ScriptCall call = scriptCall(script);
        return ScriptBench.shown(bench.port().run(call, Long.MAX_VALUE));
    }

    ScriptCall scriptCall(Script script) {
        Attempted attempted = new Attempted(seen, blind, commands);
        AttemptCall attempt = new AttemptCall(
                List.of(new AttemptCall.Seen(KEYS, read, attempted, timeToLive)),
                events,
                deadlineMicros,
                counting,
                token);
        ScriptCall call = givesBack ? attempt.toCommit() : attempt.toScriptCall();
        List<byte[]> named = new ArrayList<>(call.keys());
        int at = 2;
        for (String scope : new LinkedHashSet<>(scopes)) {
            named.set(at, Bytes.of(ScriptBench.marks(scope)));
            at++;
        }
        return new ScriptCall(script, named, call.args(), call.replicated());
    }

    private static EntryCommand entryCommand(String name, String... arguments) {
        return new EntryCommand(name, Arrays.stream(arguments).map(Bytes::of).toList());
    }
}
