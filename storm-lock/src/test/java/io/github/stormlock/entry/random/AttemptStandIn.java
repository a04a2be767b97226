package io.github.stormlock.entry.random;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.BlindChange;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.entry.internal.Score;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A stand-in, in Java, for a server that runs an attempt. It writes if all that was seen stands, and says if it did. */
public final class AttemptStandIn {

    private AttemptStandIn() {}

    public static boolean write(Server server, Attempted attempted) {
        if (!stands(server, attempted.seen())) {
            return false;
        }
        List<EntryCommand> commands = new ArrayList<>();
        for (BlindChange change : attempted.blind()) {
            byte[] old = standing(server, change);
            if (old != null && !isWholeNumber(new String(old, UTF_8))) {
                return false;
            }
            commands.add(written(change, computed(change, old)));
        }
        commands.addAll(attempted.commands());
        commands.forEach(server::call);
        return true;
    }

    public static boolean stands(Server server, List<Expectation> seen) {
        return seen.stream().allMatch(expected -> stands(server, expected));
    }

    private static boolean stands(Server server, Expectation expected) {
        Object answer = server.call(expected.command());
        List<byte[]> parts = new ArrayList<>();
        if (answer instanceof List<?> list) {
            list.forEach(part -> parts.add(part(part)));
        } else {
            parts.add(part(answer));
        }
        boolean equal = parts.size() == expected.answer().size();
        String command = expected.command().name();
        int scores = command.equals("ZMSCORE") ? 1 : command.equals("ZRANGE") ? 2 : 0;
        for (int i = 0; equal && i < parts.size(); i++) {
            byte[] wanted = expected.answer().get(i);
            equal = Arrays.equals(parts.get(i), wanted)
                    || (scores > 0 && (i + 1) % scores == 0 && isSameScore(parts.get(i), wanted));
        }
        return equal;
    }

    private static boolean isSameScore(byte[] one, byte[] other) {
        return one != null && other != null && Score.read(one).equals(Score.read(other));
    }

    private static byte[] part(Object part) {
        return part instanceof Long number ? number.toString().getBytes(US_ASCII) : (byte[]) part;
    }

    private static byte[] standing(Server server, BlindChange change) {
        return change.field() == null
                ? (byte[]) server.call("GET")
                : (byte[]) ((List<?>) server.call("HMGET", change.field())).get(0);
    }

    public static boolean isWholeNumber(String text) {
        return text.length() <= 15 && text.matches("0|-?[1-9][0-9]*");
    }

    /** Computes in doubles, as a script does. */
    private static byte[] computed(BlindChange change, byte[] old) {
        double operand = change.operand();
        double was = old == null ? 0 : Double.parseDouble(new String(old, US_ASCII));
        double result =
                switch (change.kind()) {
                    case ADD -> was + operand;
                    case MAX -> old == null ? operand : Math.max(was, operand);
                    case MIN -> old == null ? operand : Math.min(was, operand);
                };
        return String.format("%.0f", result).getBytes(US_ASCII);
    }

    private static EntryCommand written(BlindChange change, byte[] value) {
        return change.field() == null
                ? new EntryCommand("SET", List.of(value, "KEEPTTL".getBytes(US_ASCII)))
                : new EntryCommand("HSET", List.of(change.field(), value));
    }
}
