package io.github.stormlock.benchmarks;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server has executed since it began, by its INFO.
 *
 * @param all commands, those that scripts call included: the server does not tell them apart
 * @param scripts of them, calls of scripts
 */
record CommandCount(long all, long scripts) {
    private static final Pattern ALL = Pattern.compile("total_commands_processed:(\\d+)");
    private static final Pattern SCRIPTS =
            Pattern.compile("cmdstat_(?:eval|evalsha|eval_ro|evalsha_ro|fcall|fcall_ro):calls=(\\d+)");

    static CommandCount of(String info) {
        Matcher all = ALL.matcher(info);
        if (!all.find()) {
            throw new IllegalStateException("INFO names no total_commands_processed: is this a Redis?");
        }
        long scripts = SCRIPTS.matcher(info)
                .results()
                .mapToLong(one -> Long.parseLong(one.group(1)))
                .sum();
        return new CommandCount(Long.parseLong(all.group(1)), scripts);
    }

    /** Since an earlier count, whose own INFO is not counted. */
    CommandCount since(CommandCount earlier) {
        return new CommandCount(all - earlier.all - 1, scripts - earlier.scripts);
    }
}
