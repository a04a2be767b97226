package io.github.stormlock.torture.html;

import io.github.stormlock.torture.check.Strike;
import io.github.stormlock.torture.history.Op;
import java.util.Arrays;
import java.util.List;

/**
 * The effect of a fault on those that it struck.
 *
 * @param strike the fault
 * @param open the attempts that were open while it struck
 * @param stood the longest time, from its begin on, in which none of them was answered ok, in nanoseconds
 * @param again when the first was answered ok after that; {@link Long#MAX_VALUE} if none was
 */
record FaultEffect(Strike strike, long open, long stood, long again) {
    static FaultEffect of(Strike strike, List<Op> ops) {
        long[] answers = ops.stream()
                .filter(op -> op.isOk() && strike.meets(op.client()))
                .mapToLong(Op::answered)
                .filter(at -> at >= strike.span().from())
                .sorted()
                .toArray();
        long last = strike.span().from();
        long longest = 0;
        long again = answers.length == 0 ? Long.MAX_VALUE : answers[0];
        // The last gap is the one that begins before the fault is over.
        for (long answer : answers) {
            if (last > strike.span().to()) {
                break;
            }
            if (answer - last > longest) {
                longest = answer - last;
                again = answer;
            }
            last = answer;
        }
        return new FaultEffect(strike, strike.open(ops), longest, again);
    }

    /** Returns all effects, in the order of their faults. */
    static List<FaultEffect> of(List<Strike> strikes, List<Op> ops) {
        Strike[] ordered = strikes.toArray(new Strike[0]);
        Arrays.sort(ordered, java.util.Comparator.comparingLong(strike -> strike.span()
                .from()));
        return Arrays.stream(ordered).map(strike -> of(strike, ops)).toList();
    }
}
