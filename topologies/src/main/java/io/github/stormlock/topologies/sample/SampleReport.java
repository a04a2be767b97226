package io.github.stormlock.topologies.sample;

import io.github.stormlock.lock.RedisLockFactory;
import java.util.List;
import java.util.function.Function;

/**
 * What a sample proves of itself, from Redis alone.
 *
 * @param lines what was found
 * @param violations the faults found; empty if all is as it must be
 */
public record SampleReport(List<String> lines, List<String> violations) {

    public SampleReport {
        lines = List.copyOf(lines);
        violations = List.copyOf(violations);
    }

    /** Returns the usage of a main with the commands of {@link #command}. */
    public static String usage(Class<?> main, String name, String keys) {
        String jar = "storm jar JAR " + main.getName();
        return "usage: " + jar + " submit [CONFIG-FILE] [NAME]\n"
                + "       " + jar + " report [CONFIG-FILE]\n"
                + "  submit       starts the topology under NAME, default " + name + "\n"
                + "  report       shows what became of it; ends with 1 if that is not as it must be\n"
                + "  CONFIG-FILE  YAML: the storm.lock.* keys, the " + keys + ".* keys, Storm's own";
    }

    /**
     * Submits a sample or reports on it.
     *
     * @param command {@code submit} or {@code report}
     * @return the exit code: 0 if the topology is accepted, or all is as it must be
     */
    public static int command(
            String command,
            String usage,
            TopologySubmission submission,
            Function<RedisLockFactory, SampleReport> report) {
        return switch (command) {
            case "submit" -> submission.submit();
            case "report" -> {
                try (RedisLockFactory locks = RedisLockFactory.of(submission.conf())) {
                    yield report.apply(locks).shown();
                }
            }
            default -> throw new IllegalArgumentException(usage);
        };
    }

    private int shown() {
        lines.forEach(System.out::println);
        violations.forEach(violation -> System.out.println("WRONG: " + violation));
        return violations.isEmpty() ? 0 : 1;
    }
}
