package io.github.stormlock.insight;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.doctor.Doctor;
import io.github.stormlock.insight.doctor.Doctor.Report;
import io.github.stormlock.insight.doctor.Finding;
import io.github.stormlock.insight.doctor.Finding.Level;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.RedisServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Looks for what is wrong with servers, keys and workers. */
@Command(name = "doctor", mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    private static final int NAME_WIDTH = 12;

    private final Invocation invocation;

    @Mixin
    private final ScanOptions scan = new ScanOptions();

    DoctorCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        try (RedisServers servers = invocation.servers()) {
            Report report = Doctor.examine(servers, invocation.keyPrefix(), scan.walk(servers));
            if (invocation.json()) {
                invocation.say(json(report));
            } else {
                lines(report).forEach(invocation::say);
            }
            return report.isWrong() ? Invocation.WRONG : Invocation.DONE;
        }
    }

    /** Returns what was found as lines for people. */
    static List<String> lines(Report report) {
        List<String> lines = new ArrayList<>();
        for (Finding finding : report.findings()) {
            lines.add(String.format(
                    Locale.ROOT,
                    " %-4s  %-" + NAME_WIDTH + "s  %s  [%s]",
                    level(finding.level()),
                    finding.name(),
                    finding.text(),
                    finding.check()));
        }
        String seen = report.all() == 0
                ? ""
                : String.format(Locale.ROOT, "seen: %,d of %,d keys; ", report.seen(), report.all());
        lines.add(String.format(
                Locale.ROOT,
                " %s%.1f s. %s, %s.",
                seen,
                report.nanos() / 1e9,
                Shown.count(report.count(Level.WARN), "warning"),
                Shown.count(report.count(Level.FAIL), "failure")));
        return lines;
    }

    private static String level(Level level) {
        return switch (level) {
            case OK -> "ok";
            case UNKNOWN -> "?";
            case WARN, FAIL -> level.name();
        };
    }

    private static ObjectNode json(Report report) {
        ObjectNode answer = JsonOutput.answer();
        answer.put("wrong", report.isWrong());
        answer.set("findings", JsonOutput.tree(report.findings()));
        answer.put("keysSeen", report.seen()).put("keys", report.all()).put("millis", report.nanos() / 1_000_000);
        return answer;
    }
}
