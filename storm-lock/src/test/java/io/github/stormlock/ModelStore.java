package io.github.stormlock;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.ScriptCall;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * One lock, the notes of its waiters, one string under it and the events that it remembers. Each script is one step,
 * and nothing expires.
 */
final class ModelStore {
    private static final int TOKEN = 0;
    private static final int NOTE = 2;
    private static final int OLD_NOTE = 4;
    private static final int EVENT_SIZE = 5;
    private static final int ATTEMPT_EVENTS = 1;
    private static final int ATTEMPT_MARKS = 2;
    private static final String STRANGER = "stranger";
    private static final byte[] OUT_OF_MEMORY = Bytes.of("OOM on purpose");

    private final Deque<String> waiting = new ArrayDeque<>();
    private final Set<String> marks = new HashSet<>();
    private String lock;
    private byte[] entry;
    private boolean forked;
    private Fault next = Fault.NONE;

    /** The trouble that an attempt meets, with the lock or without it. */
    enum Fault {
        NONE,
        /** Its first write is refused. */
        REFUSED,
        /** A write that comes after the first is refused. */
        TORN,
        /** It is carried out, and its answer does not come. */
        ANSWER_LOST,
        /** It does not come, nor does its answer. */
        REQUEST_LOST,
        /** The script is carried out, and then an error ends what the caller does, as the end of the stack would. */
        CALLER_ENDS
    }

    /** @param message the message about the lock that was handed over, or {@code null} if it was not */
    record Reply(Object answer, String message) {}

    synchronized void reset() {
        waiting.clear();
        marks.clear();
        lock = null;
        entry = null;
        forked = false;
        next = Fault.NONE;
    }

    /** Sets the trouble that the next attempt that would write meets. */
    synchronized void troubleNext(Fault trouble) {
        next = trouble;
    }

    synchronized void holds(String token) {
        lock = token;
    }

    /** @return true if the lock was free, and is a stranger's now */
    synchronized boolean strangerComes() {
        boolean free = lock == null;
        lock = free ? STRANGER : lock;
        return free;
    }

    synchronized void strangerLeaves() {
        lock = null;
    }

    synchronized String lock() {
        return lock;
    }

    synchronized String entry() {
        return entry == null ? "" : Bytes.text(entry);
    }

    /** Returns true if a commit did not add to what stood when it was written. */
    synchronized boolean isForked() {
        return forked;
    }

    synchronized boolean somebodyWaits() {
        return !waiting.isEmpty();
    }

    /** @return the token of the waiter that has the lock now and is to be told, or {@code null} if nobody waits */
    synchronized String handOver() {
        lock = waiting.pollFirst();
        return lock;
    }

    synchronized Object acquire(List<byte[]> args) {
        String token = Bytes.text(args.get(TOKEN));
        String note = Bytes.text(args.get(NOTE));
        if (lock == null || isOf(token)) {
            waiting.remove(Bytes.text(args.get(OLD_NOTE)));
            lock = token;
            return Arrays.asList(1L, entry == null ? 0L : 1L, entry);
        }
        if (!note.isEmpty() && !waiting.contains(note)) {
            waiting.addLast(note);
        }
        return Arrays.asList(0L, 1L, -1L, Bytes.of(lock));
    }

    private boolean isOf(String token) {
        return lock.substring(0, lock.lastIndexOf(':') + 1).equals(token.substring(0, token.lastIndexOf(':') + 1));
    }

    /**
     * Runs an attempt on a string that is compared whole, if at all, and written by SET.
     *
     * @param micros the server's time, in microseconds
     */
    synchronized Reply attempt(ScriptCall call, long micros) {
        ByteBuffer numbers = ByteBuffer.wrap(call.args().get(0));
        double deadline = numbers.getDouble();
        boolean troubled = next == Fault.ANSWER_LOST || next == Fault.REQUEST_LOST;
        if (next == Fault.REQUEST_LOST) {
            next = Fault.NONE;
            throw lost();
        } else if (deadline > 0 && micros > deadline) {
            return new Reply(List.of(6L, micros), null);
        }
        int entries = numbers.getShort();
        int events = numbers.getShort();
        int reading = numbers.getInt();
        int flags = numbers.get();
        // A time to live and the most elements come before these.
        int expectations =
                numbers.position(numbers.position() + 2 * Double.BYTES).getShort();
        int blind = numbers.getShort();
        if (entries != 1) {
            throw new AssertionError("an attempt of " + entries + " entries");
        }
        boolean writes = numbers.position(numbers.position() + Short.BYTES).getInt() > 0;
        String[] ids = events > 1 ? idsByScope(call, numbers) : new String[events];
        if (events == 1) {
            ids[0] = Bytes.text(call.keys().get(ATTEMPT_MARKS)) + " "
                    + Bytes.text(call.args().get(ATTEMPT_EVENTS));
        }
        List<Object> seen = new ArrayList<>();
        for (int number = 0; number < events; number++) {
            if (marks.contains(ids[number])) {
                seen.add(number + 1L);
            }
        }
        int at = ATTEMPT_EVENTS + (events > 1 ? 2 * events : events * EVENT_SIZE) + reading;
        List<Object> answer = seen.isEmpty()
                ? compared(call, micros, List.of(ids), at, expectations, blind, flags >= 2, writes)
                : read(2L, micros, seen);
        boolean givesBack = flags >= 4 && answer.get(0).equals(1L);
        Reply reply = givesBack ? new Reply(List.of(1L, micros, 0L, 0L), handOver()) : new Reply(answer, null);
        if (troubled) {
            next = Fault.NONE;
            throw lost();
        }
        return reply;
    }

    /** Reads the events of a group, which are laid out by the keys of their marks. */
    private static String[] idsByScope(ScriptCall call, ByteBuffer numbers) {
        int[] sizes = new int[numbers.getShort()];
        int events = 0;
        for (int scope = 0; scope < sizes.length; scope++) {
            sizes[scope] = numbers.getShort();
            events += sizes[scope];
            numbers.position(numbers.position() + 3 * Double.BYTES + 1);
        }
        String[] ids = new String[events];
        int at = ATTEMPT_EVENTS;
        for (int scope = 0; scope < sizes.length; scope++) {
            for (int i = 0; i < sizes[scope]; i++, at += 2) {
                ids[numbers.getShort() - 1] = Bytes.text(call.keys().get(ATTEMPT_MARKS + scope)) + " "
                        + Bytes.text(call.args().get(at + 1));
            }
        }
        return ids;
    }

    private static void endCaller(Fault trouble) {
        if (trouble == Fault.CALLER_ENDS) {
            throw new InternalError("on purpose, behind the script");
        }
    }

    private static RedisAnswerLostException lost() {
        return new RedisAnswerLostException("on purpose", null);
    }

    private List<Object> read(long code, long micros, List<Object> seen) {
        List<Object> answer = new ArrayList<>(Arrays.asList(code, micros, entry == null ? 0L : 1L, entry));
        answer.addAll(seen);
        return answer;
    }

    private List<Object> compared(
            ScriptCall call,
            long micros,
            List<String> ids,
            int first,
            int expectations,
            int blind,
            boolean isHeld,
            boolean writes) {
        List<byte[]> args = call.args();
        String token = isHeld ? Bytes.text(args.get(args.size() - 1)) : null;
        if (!Objects.equals(token, lock)) {
            return List.of(0L, micros, 1L, -1L, Bytes.of(lock == null ? "(gone)" : lock));
        }
        int at = first;
        for (int i = 0; i < expectations; i++) {
            // The arguments are GET or EXISTS, no arguments, one part, whether it is there, the part.
            boolean isWhole = Bytes.text(args.get(at)).equals("GET");
            byte[] stands = isWhole ? entry : Bytes.of(entry == null ? 0 : 1);
            boolean expected = args.get(at + 3).length == 0;
            byte[] part = args.get(at + 4);
            if (expected != (stands != null) || (expected && !Arrays.equals(part, stands))) {
                return read(3L, micros, List.of());
            }
            at += 5;
        }
        if (blind != 0) {
            throw new AssertionError("nothing is added to letters");
        }
        Fault trouble = next;
        if (trouble != Fault.ANSWER_LOST) {
            next = Fault.NONE;
        }
        if (trouble == Fault.REFUSED) {
            return List.of(4L, micros, 1L, OUT_OF_MEMORY);
        }
        marks.addAll(ids);
        if (writes) {
            // The arguments are SET, the number of arguments, the value.
            byte[] after = args.get(at + 2);
            forked |= !Bytes.text(after).startsWith(entry());
            entry = after;
        }
        endCaller(trouble);
        if (trouble == Fault.TORN) {
            return List.of(5L, micros, 1L, OUT_OF_MEMORY);
        }
        return List.of(1L, micros, 0L);
    }

    synchronized Reply giveBack(String token) {
        return token.equals(lock) ? new Reply(List.of(1L, 0L), handOver()) : new Reply(List.of(0L), null);
    }

    synchronized Reply withdraw(String token, String note) {
        waiting.remove(note);
        boolean another = lock != null && !isOf(token);
        return another ? new Reply(List.of(0L), null) : new Reply(List.of(1L, 0L), handOver());
    }

    synchronized Object renew(String token) {
        return token.equals(lock) ? 1L : 0L;
    }
}
