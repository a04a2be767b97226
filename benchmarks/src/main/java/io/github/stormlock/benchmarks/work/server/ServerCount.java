package io.github.stormlock.benchmarks.work.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counters of a server since its start, read from its INFO.
 *
 * @param commands the commands executed, including those that scripts call: the server does not tell them apart
 * @param scripts the calls of scripts among the commands
 * @param scriptMicros the time that these took, with all that they called
 * @param reads the reads from clients' connections; what a client sends at once is one read, unless it is longer than 16 KB
 * @param cpuMicros the processor time of the server, system and user, without that of its children
 */
public record ServerCount(long commands, long scripts, long scriptMicros, long reads, double cpuMicros) {
    private static final Pattern COMMANDS = Pattern.compile("(?m)^total_commands_processed:(\\d+)");
    private static final Pattern READS = Pattern.compile("(?m)^total_reads_processed:(\\d+)");
    private static final Pattern CPU_USER = Pattern.compile("(?m)^used_cpu_user:([0-9.]+)");
    private static final Pattern CPU_SYSTEM = Pattern.compile("(?m)^used_cpu_sys:([0-9.]+)");
    private static final Pattern SCRIPTS =
            Pattern.compile("(?m)^cmdstat_(?:eval|evalsha|eval_ro|evalsha_ro|fcall|fcall_ro):calls=(\\d+),usec=(\\d+)");
    private static final double MICROS_PER_SECOND = 1e6;

    /**
     * Reads the answer of {@code INFO all}.
     *
     * @throws IllegalStateException if a counter is missing
     */
    static ServerCount of(String info) {
        double seconds = Double.parseDouble(value(CPU_USER, info)) + Double.parseDouble(value(CPU_SYSTEM, info));
        return new ServerCount(
                Long.parseLong(value(COMMANDS, info)),
                sum(1, info),
                sum(2, info),
                Long.parseLong(value(READS, info)),
                seconds * MICROS_PER_SECOND);
    }

    private static long sum(int group, String info) {
        return SCRIPTS.matcher(info)
                .results()
                .mapToLong(one -> Long.parseLong(one.group(group)))
                .sum();
    }

    private static String value(Pattern counter, String info) {
        Matcher matcher = counter.matcher(info);
        if (!matcher.find()) {
            throw new IllegalStateException(
                    "INFO has no line like " + counter.pattern() + ": is this a Redis of 6.0 or later?");
        }
        return matcher.group(1);
    }

    /**
     * Returns the difference to an earlier count of the same server. The later INFO's own command and read are not counted.
     */
    public ServerCount since(ServerCount earlier) {
        return new ServerCount(
                commands - earlier.commands - 1,
                scripts - earlier.scripts,
                scriptMicros - earlier.scriptMicros,
                reads - earlier.reads - 1,
                cpuMicros - earlier.cpuMicros);
    }
}
