package io.github.stormlock.test.internal.proxy;

import io.github.stormlock.test.Direction;
import io.github.stormlock.test.ReplyLoss;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The faults that a test has asked for so far. Thread-safe. */
public final class FaultRules {
    // Clients send these to set a connection up. A test means the requests that follow.
    private static final Set<String> SET_UP = Set.of("HELLO", "AUTH", "CLIENT", "SELECT");
    private static final int NAME_WITHIN = 64;

    private final Map<Direction, Boolean> black = new EnumMap<>(Direction.class);
    private final List<CountedRule<ReplyLoss>> losses = new ArrayList<>();
    private final List<CountedRule<Boolean>> holds = new ArrayList<>();
    private final List<CountedRule<ErrorReply>> errors = new ArrayList<>();
    private volatile long halfDelayNanos;

    public synchronized void clear() {
        black.clear();
        losses.clear();
        holds.clear();
        errors.clear();
        halfDelayNanos = 0;
    }

    public void delay(Duration roundTrip) {
        if (roundTrip.isNegative()) {
            throw new IllegalArgumentException("The delay is " + roundTrip + ": it must not be negative");
        }
        halfDelayNanos = roundTrip.toNanos() / 2;
    }

    public long halfDelayNanos() {
        return halfDelayNanos;
    }

    public synchronized void blackHole(Direction direction, boolean on) {
        black.put(direction, on);
    }

    public synchronized boolean isBlack(Direction direction) {
        return black.getOrDefault(direction, false);
    }

    public synchronized void loseReplies(Predicate<byte[]> request, int times, ReplyLoss loss) {
        losses.add(new CountedRule<>(request, times, loss));
    }

    public synchronized void hold(Predicate<byte[]> request, int times) {
        holds.add(new CountedRule<>(request, times, true));
    }

    public synchronized void answer(Predicate<byte[]> request, int times, ErrorReply error) {
        errors.add(new CountedRule<>(request, times, error));
    }

    /** Returns true if this command is to be held; this uses up one of the times. */
    public synchronized boolean holds(byte[] command) {
        return claim(holds, command).isPresent();
    }

    /** Returns the way in which the reply to this command is to be lost, if it is; this uses up one of the times. */
    public synchronized Optional<ReplyLoss> lossFor(byte[] command) {
        return claim(losses, command);
    }

    /** Returns the error that is to answer this command, if any; this uses up one of the times. */
    public synchronized Optional<ErrorReply> errorFor(byte[] command) {
        return claim(errors, command);
    }

    /** Returns true unless the command is one of those that set a connection up. */
    public static boolean setsNothingUp(byte[] command) {
        String start = new String(command, 0, Math.min(command.length, NAME_WITHIN), StandardCharsets.ISO_8859_1);
        String[] lines = start.split("\r\n", 4);
        return lines.length < 3 || !SET_UP.contains(lines[2].toUpperCase(Locale.ROOT));
    }

    private static <T> Optional<T> claim(List<CountedRule<T>> rules, byte[] command) {
        Optional<T> fate =
                rules.stream().filter(rule -> rule.claims(command)).findFirst().map(CountedRule::fate);
        rules.removeIf(CountedRule::isSpent);
        return fate;
    }
}
