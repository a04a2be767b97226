package io.github.stormlock.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.stormlock.benchmarks.statistics.Quartiles;
import java.util.List;

/**
 * A goal, and the value that was measured for it.
 *
 * @param value the median of the rounds' ratios, each to the other contender's figure of the same round; without another
 *     contender, the median of the rounds' figures
 * @param lower the lower quartile of the same
 * @param upper the upper quartile of the same
 * @param reached {@code true} if the median is on the wanted side
 * @param clear {@code true} if both quartiles are on the median's side; if not, the machine was too noisy or the rounds too
 *     few
 */
record Judgement(@JsonUnwrapped Goal goal, double value, double lower, double upper, boolean reached, boolean clear) {
    private static final double HUNDRED = 100;

    /** Judges each goal for which there are figures. */
    static List<Judgement> of(List<Measured> scenarios) {
        return Goals.ALL.stream()
                .flatMap(goal -> goal.measured(scenarios).stream().map(measured -> judge(goal, measured)))
                .toList();
    }

    static Judgement judge(Goal goal, Quartiles measured) {
        boolean reached = holds(goal, measured.median());
        boolean clear = holds(goal, measured.lower()) == reached && holds(goal, measured.upper()) == reached;
        return new Judgement(goal, measured.median(), measured.lower(), measured.upper(), reached, clear);
    }

    /**
     * Returns true if the value reaches the goal. Counts are judged to two decimals, because a renewal or a ping now and
     * then is not one for each update.
     */
    private static boolean holds(Goal goal, double value) {
        double judged = goal.isPassLine() ? Math.round(value * HUNDRED) / HUNDRED : value;
        return goal.bound().holds(judged, goal.wanted());
    }

    /** Returns the verdict in words. A pass line is reached or not; an aim may also be open. */
    String verdict() {
        if (!goal.isPassLine() && !clear) {
            return "open";
        }
        if (reached) {
            return "reached";
        }
        return goal.isPassLine() ? "NOT REACHED" : "not reached";
    }

    Quartiles quartiles() {
        return new Quartiles(value, lower, upper);
    }
}
