package io.github.stormlock.internal.protocol;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.BlindChange;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One attempt: a script that writes what a group of updates changed in some entries, mostly one, if no lock is held and
 * all that they saw still stands. It takes no lock and leaves no note. The holder of a lock attempts under its token.
 * Immutable, as long as nobody changes the lists.
 *
 * <p>An attempt with events may be sent again if its answer was lost. One without events must not be, unless its
 * answer says that nothing was written. Either has a deadline, which keeps a late copy from writing. An attempt with
 * events needs one too: a late copy would come behind later updates of the same caller.
 *
 * @param entries what is compared and written
 * @param events the events of the updates; all of them have ids, or none does
 * @param deadlineMicros the latest time by the server's clock at which it writes, in microseconds; 0 for none,
 *     where nothing is written
 * @param counting true if marks are counted, and those are dropped that no replay needs: see {@link #drawCounting}
 * @param token the token under which each lock must stand; {@link #FREE} if none may be held
 */
public record AttemptCall(
        List<Seen> entries, List<MarkedEvent> events, long deadlineMicros, boolean counting, String token) {

    /** Stands in place of a token where no lock may be held. */
    public static final String FREE = "";

    /** The most blind changes that fit into one command. */
    public static final int MAX_BLIND = EntryCommand.MAX_ARGUMENTS / 2;

    public static final Script SCRIPT = Script.of(AttemptCall.class, "permitted", "fields", "of-type", "attempt");

    static final Script COMMIT = Script.of(
            AttemptCall.class, "token", "queue", "mutex", "handover", "permitted", "fields", "of-type", "attempt");

    private static final int COUNTED_ONE_IN = 16;
    private static final int HEADER_BYTES = Double.BYTES + 2 * Short.BYTES + Integer.BYTES + 1;
    private static final int ENTRY_BYTES = 2 * Double.BYTES + 3 * Short.BYTES + Integer.BYTES;
    private static final int ONE_OF_A_STRING = -1;

    /**
     * One entry of an attempt.
     *
     * @param read reads the entry if the attempt writes nothing
     * @param attempted what the updates saw and changed: at most {@value AttemptCall#MAX_BLIND} blind changes, and of a
     *     string one
     * @param timeToLive the entry's new time to live if something is written; zero leaves it as it is
     */
    public record Seen(LockKeys keys, ReadSpec read, Attempted attempted, Duration timeToLive) {}

    /**
     * Returns true if an attempt is to count marks, which one in 16 does. It is drawn at random: by offset, or in
     * turns, the attempts of one entry could all be passed over.
     */
    public static boolean drawCounting() {
        return ThreadLocalRandom.current().nextInt(COUNTED_ONE_IN) == 0;
    }

    /** Returns the call; {@link AttemptReply#of} reads its answer. */
    public ScriptCall toScriptCall() {
        return toScriptCall(/* givesBack= */ false);
    }

    /** Returns the call that gives the locks back, too, once it has written. Only under a token. */
    public ScriptCall toCommit() {
        return toScriptCall(/* givesBack= */ true);
    }

    private ScriptCall toScriptCall(boolean givesBack) {
        List<byte[]> scriptKeys = new ArrayList<>(2 * entries.size() + events.size());
        for (Seen entry : entries) {
            scriptKeys.add(entry.keys().lockKey());
            scriptKeys.add(entry.keys().entryKey());
        }
        List<byte[]> args = new ArrayList<>(24 * entries.size() + 5 * events.size());
        MarkScopes scopes = events.size() > 1 ? new MarkScopes(events) : null;
        args.add(numbers(scopes, givesBack));
        if (scopes == null) {
            events.forEach(event -> event.add(scriptKeys, args));
        } else {
            scopes.add(scriptKeys, args);
        }
        if (givesBack) {
            entries.forEach(entry -> scriptKeys.add(entry.keys().waitingKey()));
        }
        if (entries.size() > 1) {
            scriptKeys.add(entries.get(0).keys().scratchKey());
        }
        for (Seen entry : entries) {
            args.add(Bytes.of(entry.read().sizeCommand()));
            args.add(Bytes.of(entry.read().command().name()));
            args.addAll(entry.read().command().arguments());
        }
        for (Seen entry : entries) {
            for (Expectation expectation : entry.attempted().seen()) {
                addExpectation(expectation, args);
            }
            addBlind(entry.attempted().blind(), args);
        }
        for (Seen entry : entries) {
            for (EntryCommand command : entry.attempted().commands()) {
                addCommand(command, args);
            }
        }
        if (!token.equals(FREE)) {
            args.add(Bytes.of(token));
        }
        return new ScriptCall(givesBack ? COMMIT : SCRIPT, scriptKeys, args, /* replicated= */ true);
    }

    private byte[] numbers(@Nullable MarkScopes scopes, boolean givesBack) {
        int reading = 0;
        for (Seen entry : entries) {
            reading += 2 + entry.read().command().arguments().size();
        }
        ByteBuffer numbers = ByteBuffer.allocate(
                        HEADER_BYTES + ENTRY_BYTES * entries.size() + (scopes == null ? 0 : scopes.bytes()))
                .putDouble((double) deadlineMicros)
                .putShort((short) entries.size())
                .putShort((short) events.size())
                .putInt(reading)
                .put((byte) ((counting ? 1 : 0) + (token.equals(FREE) ? 0 : 2) + (givesBack ? 4 : 0)));
        for (Seen entry : entries) {
            Attempted attempted = entry.attempted();
            numbers.putDouble((double) entry.timeToLive().toMillis())
                    .putDouble((double) entry.read().most())
                    .putShort((short) attempted.seen().size())
                    .putShort((short) blindCount(attempted.blind()))
                    .putShort((short) entry.read().command().arguments().size())
                    .putInt(attempted.commands().size());
        }
        if (scopes != null) {
            scopes.put(numbers);
        }
        return numbers.array();
    }

    private static int blindCount(List<BlindChange> blind) {
        return !blind.isEmpty() && blind.get(0).field() == null ? ONE_OF_A_STRING : blind.size();
    }

    private static void addCommand(EntryCommand command, List<byte[]> args) {
        args.add(Bytes.of(command.name()));
        args.add(Bytes.of(command.arguments().size()));
        args.addAll(command.arguments());
    }

    private static void addExpectation(Expectation expectation, List<byte[]> args) {
        addCommand(expectation.command(), args);
        List<byte @Nullable []> parts = expectation.answer();
        args.add(Bytes.of(parts.size()));
        args.add(presence(parts));
        for (byte[] part : parts) {
            args.add(part == null ? Bytes.EMPTY : part);
        }
    }

    /** Returns a digit for each part, '0' for an absent one; empty if none is absent. */
    private static byte[] presence(List<byte @Nullable []> parts) {
        byte[] digits = Bytes.EMPTY;
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) == null) {
                if (digits.length == 0) {
                    digits = new byte[parts.size()];
                    Arrays.fill(digits, (byte) '1');
                }
                digits[i] = '0';
            }
        }
        return digits;
    }

    private static void addBlind(List<BlindChange> blind, List<byte[]> args) {
        if (blind.isEmpty()) {
            return;
        }
        byte[] letters = new byte[blind.size()];
        args.add(letters);
        for (int i = 0; i < letters.length; i++) {
            letters[i] = letter(blind.get(i).kind());
            args.add(Bytes.of(blind.get(i).operand()));
        }
        for (BlindChange change : blind) {
            byte[] field = change.fieldBytes();
            if (field != null) {
                args.add(field);
            }
        }
    }

    private static byte letter(BlindChange.Kind kind) {
        return switch (kind) {
            case ADD -> '+';
            case MAX -> '>';
            case MIN -> '<';
        };
    }
}
