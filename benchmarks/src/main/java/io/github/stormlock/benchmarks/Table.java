package io.github.stormlock.benchmarks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The report for people. What a scenario does not measure is a dash. */
final class Table {
    private static final String NONE = "-";

    private Table() {}

    static String of(Report report) {
        StringBuilder text = new StringBuilder(4_096);
        report.scenarios().forEach(scenario -> add(text, scenario));
        if (!report.judgements().isEmpty()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n%-18s %-18s %-12s %-12s %16s %9s%n",
                    "figures to reach",
                    "contender",
                    "against",
                    "measure",
                    "wanted",
                    "measured"));
            report.judgements().forEach(judgement -> text.append(line(judgement)));
        }
        return text.toString();
    }

    private static void add(StringBuilder text, Report.Measured scenario) {
        text.append(String.format(
                Locale.ROOT,
                "%n%-20s %12s %8s %10s %10s %12s %8s%n",
                scenario.name(),
                "ops/s",
                "spread",
                "p50 us",
                "p99 us",
                "commands/op",
                "lost"));
        scenario.contenders().forEach(figures -> text.append(line(figures)));
    }

    private static String line(Figures figures) {
        return String.format(
                Locale.ROOT,
                "%-20s %12s %8.2f %,10.0f %,10.0f %12s %8d%s%n",
                figures.name(),
                number(NONE, "%,.0f", figures.opsPerSecond()),
                figures.spread(),
                figures.p50Micros(),
                figures.p99Micros(),
                number(NONE, "%.2f", figures.commandsPerOp()),
                figures.lost(),
                more(figures));
    }

    /** What only some scenarios measure. */
    static String more(Figures figures) {
        String share = figures.slowerShare() == null
                ? ""
                : "  slower JVM's share " + number(NONE, "%.3f", figures.slowerShare());
        String held = figures.redisBytes() == null
                ? ""
                : "  bytes per held lock: heap " + number(NONE, "%,.0f", figures.heapBytes()) + ", Redis "
                        + number(NONE, "%,.0f", figures.redisBytes());
        return share + held;
    }

    private static String line(Judgement judgement) {
        return String.format(
                Locale.ROOT,
                "%-18s %-18s %-12s %-12s %16s %9.3f  %s%n",
                judgement.scenario(),
                judgement.contender(),
                judgement.against() == null ? NONE : judgement.against(),
                judgement.measure().label(),
                judgement.bound().words() + " " + number(NONE, "%.2f", judgement.wanted()),
                judgement.value(),
                judgement.reached() ? "reached" : "NOT REACHED");
    }

    static String number(String none, String format, @Nullable Double value) {
        return value == null ? none : String.format(Locale.ROOT, format, value);
    }
}
