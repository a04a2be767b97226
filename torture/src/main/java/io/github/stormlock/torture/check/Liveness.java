package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Hold;
import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Figures that show that a run of locks was not idle.
 *
 * @param grants the number of grants
 * @param handOvers how often a lock went from one JVM to another, or a latch was opened by one JVM for another that waited
 * @param readers the most readers that held one lock together
 * @param full how often all permits of a name came to be in use
 * @param ordered the number of waiters whose order was judged
 * @param latches the number of latches that opened
 */
public record Liveness(long grants, long handOvers, long readers, long full, long ordered, long latches) {
    private static final int MINUTE = 60;

    public static Liveness of(Evidence evidence) {
        Map<String, List<Hold>> byLock = evidence.history().holds().stream().collect(Collectors.groupingBy(Hold::lock));
        AtomicLong readers = new AtomicLong();
        AtomicLong full = new AtomicLong();
        byLock.values()
                .forEach(holds -> Sweep.over(holds, (from, to, begun, held) -> {
                    readers.accumulateAndGet(
                            held.stream()
                                    .filter(hold -> hold.share().equals(LockShare.READER))
                                    .count(),
                            Math::max);
                    if (begun
                            && held.stream()
                                    .anyMatch(hold -> hold.share().isCounted()
                                            && Sweep.taken(held) == hold.share().size())) {
                        full.incrementAndGet();
                    }
                }));
        LatchFigures latches = LatchFigures.of(evidence);
        return new Liveness(
                evidence.history().holds().size(),
                byLock.values().stream().mapToLong(Liveness::handOvers).sum() + latches.handOvers(),
                readers.get(),
                full.get(),
                FairCheck.judged(evidence),
                latches.opened());
    }

    private static long handOvers(List<Hold> holds) {
        List<String> jvms = holds.stream()
                .sorted(Comparator.comparingLong(Hold::granted))
                .map(hold -> jvm(hold.client()))
                .toList();
        return IntStream.range(1, jvms.size())
                .filter(i -> !jvms.get(i).equals(jvms.get(i - 1)))
                .count();
    }

    /** Returns the name that all incarnations of a client share. */
    private static String jvm(String incarnation) {
        int dash = incarnation.indexOf('-');
        return dash < 0 ? incarnation : incarnation.substring(0, dash);
    }

    /** The latches that opened, and for how many other JVMs. */
    private record LatchFigures(long opened, long handOvers) {
        static LatchFigures of(Evidence evidence) {
            Map<String, List<Op>> byLatch = evidence.history().ops().stream()
                    .filter(op -> op.isOk()
                            && (op.path().equals(PathNames.AWAIT)
                                    || (op.path().equals(PathNames.COUNT_DOWN) && op.n() == 0)))
                    .collect(Collectors.groupingBy(Op::entry));
            long opened = 0;
            long handOvers = 0;
            for (List<Op> ops : byLatch.values()) {
                Op last = ops.stream()
                        .filter(op -> op.path().equals(PathNames.COUNT_DOWN))
                        .min(Comparator.comparingLong(Op::answered))
                        .orElse(null);
                if (last != null) {
                    opened++;
                    handOvers += ops.stream()
                            .filter(op -> op.path().equals(PathNames.AWAIT) && op.invoked() < last.invoked())
                            .map(op -> jvm(op.client()))
                            .filter(client -> !client.equals(jvm(last.client())))
                            .distinct()
                            .count();
                }
            }
            return new LatchFigures(opened, handOvers);
        }
    }

    /** Returns the reasons for which a run of this kind and length was idle; none if it was not. */
    public List<String> idle(ClientConfig.Kind kind, int seconds) {
        List<String> reasons = new ArrayList<>();
        long least = Math.min(100, 5L * seconds);
        require(
                handOvers >= least,
                "only " + handOvers + " hand-overs between JVMs; " + least + " are wanted",
                reasons);
        switch (kind.tested()) {
            // In a shorter run faults may strike so often that no wait is free of them.
            case FAIR -> require(ordered > 0 || seconds < MINUTE, "no waiter whose order could be judged", reasons);
            case READ_WRITE -> require(readers > 1, "no two readers together", reasons);
            case SEMAPHORE -> require(full > 0, "never all permits in use", reasons);
            case LATCH -> require(latches > 0, "no latch that opened", reasons);
            default -> {}
        }
        return reasons;
    }

    private static void require(boolean condition, String otherwise, List<String> reasons) {
        if (!condition) {
            reasons.add(otherwise);
        }
    }

    /** Returns the figures of a kind, for the report. */
    public String words(ClientConfig.Kind kind) {
        String all = grants + " grants, " + handOvers + " hand-overs between JVMs";
        return switch (kind.tested()) {
            case FAIR -> all + ", the order of " + ordered + " waiters judged";
            case READ_WRITE -> all + ", up to " + readers + " readers together";
            case SEMAPHORE -> all + ", all permits in use " + full + " times";
            case LATCH -> latches + " latches opened, " + handOvers + " times for a JVM that waited for another";
            default -> all;
        };
    }
}
