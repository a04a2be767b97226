package io.github.stormlock.lock.internal.protocol;

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
 * One attempt: a script that writes what a group of updates of one entry changed, if no lock is held and all that
 * they saw still stands. It does not take the lock and leaves no note. Immutable, as long as nobody changes the
 * lists.
 *
 * <p>An attempt with events may be sent again if its answer was lost. One without events must not be, unless its
 * answer says that nothing was written. Either has a deadline, which keeps a late copy from writing. An attempt with
 * events needs one too: a late copy would come behind later updates of the same caller.
 *
 * @param read reads the entry if the attempt writes nothing
 * @param attempted what the updates saw and changed
 * @param events the events of the updates; all of them have ids, or none does
 * @param timeToLive the entry's new time to live if something is written; zero leaves it as it is
 * @param deadlineMicros the latest time by the server's clock at which it writes, in microseconds; 0 for none, which
 *     is for tests
 * @param counting true if marks are counted, and those are dropped that no replay needs: see {@link #drawCounting}
 */
public record AttemptCall(
        LockKeys keys,
        ReadSpec read,
        Attempted attempted,
        List<MarkedEvent> events,
        Duration timeToLive,
        long deadlineMicros,
        boolean counting) {

    /** The most blind changes that fit into one command. */
    public static final int MAX_BLIND = EntryCommand.MAX_ARGUMENTS / 2;

    public static final Script SCRIPT = Script.of(AttemptCall.class, "attempt");

    private static final int COUNTED_ONE_IN = 16;
    private static final int NUMBERS_BYTES = 3 * Double.BYTES + 4 * Short.BYTES + 1;
    private static final int ONE_OF_A_STRING = -1;

    /**
     * Checks the blind changes.
     *
     * @throws IllegalArgumentException if there are more than {@value #MAX_BLIND} blind changes, or one without a field
     *     is not alone
     */
    public AttemptCall {
        checkBlind(attempted.blind());
    }

    private static void checkBlind(List<BlindChange> blind) {
        if (blind.size() > MAX_BLIND) {
            throw new IllegalArgumentException("at most " + MAX_BLIND + " blind changes, not " + blind.size());
        }
        for (BlindChange change : blind) {
            if (change.field() == null && blind.size() > 1) {
                throw new IllegalArgumentException("a string has one value, and " + blind.size() + " blind changes");
            }
        }
    }

    /**
     * Returns true if an attempt is to count marks, which one in 16 does. It is drawn at random: by offset, or in
     * turns, the attempts of one entry could all be passed over.
     */
    public static boolean drawCounting() {
        return ThreadLocalRandom.current().nextInt(COUNTED_ONE_IN) == 0;
    }

    /** Returns the call; {@link AttemptReply#of} reads its answer. */
    public ScriptCall toScriptCall() {
        List<byte[]> scriptKeys = new ArrayList<>(2 + events.size());
        scriptKeys.add(keys.lockKey());
        scriptKeys.add(keys.entryKey());
        List<byte[]> args =
                new ArrayList<>(24 + 5 * events.size() + 2 * attempted.blind().size());
        args.add(numbers());
        args.add(Bytes.of(read.sizeCommand()));
        args.add(Bytes.of(read.command().name()));
        args.addAll(read.command().arguments());
        for (MarkedEvent event : events) {
            event.marks().add(keys, event.id(), scriptKeys, args);
        }
        for (Expectation expectation : attempted.seen()) {
            addExpectation(expectation, args);
        }
        addBlind(attempted.blind(), args);
        for (EntryCommand command : attempted.commands()) {
            addCommand(command, args);
        }
        return new ScriptCall(SCRIPT, scriptKeys, args, /* replicated= */ true);
    }

    private byte[] numbers() {
        return ByteBuffer.allocate(NUMBERS_BYTES)
                .putDouble((double) deadlineMicros)
                .putDouble((double) timeToLive.toMillis())
                .putDouble((double) read.most())
                .putShort((short) events.size())
                .putShort((short) attempted.seen().size())
                .putShort((short) blindCount(attempted.blind()))
                .putShort((short) read.command().arguments().size())
                .put((byte) (counting ? 1 : 0))
                .array();
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
            byte[] field = change.field();
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
