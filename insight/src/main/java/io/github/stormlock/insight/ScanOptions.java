package io.github.stormlock.insight;

import io.github.stormlock.config.internal.DurationText;
import io.github.stormlock.insight.read.LookLimits;
import io.github.stormlock.insight.read.LookLimits.Scan;
import io.github.stormlock.insight.redis.KeyWalk;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.WalkLimits;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of commands that may walk over all keys: a mixin of picocli. For one command line. */
final class ScanOptions {
    @Option(names = "--scan", description = "scan also among more than 200,000 keys")
    private boolean scan;

    @Option(names = "--no-scan", description = "look only at what workers name")
    private boolean none;

    @Option(names = "--budget", paramLabel = "TIME", description = "the longest scan, such as 500ms (default: 5s)")
    private Duration budget = Duration.ofSeconds(5);

    @Option(names = "--pace", paramLabel = "PART", converter = PartConverter.class)
    private double pace = 0.2;

    /** Returns how much a walk over the keys may cost; empty for none. */
    Optional<WalkLimits> walk(RedisServers servers) {
        LookLimits limits = limits();
        return limits.scan().walks(() -> KeyWalk.count(servers)) ? Optional.of(limits.walk()) : Optional.empty();
    }

    LookLimits limits() {
        return new LookLimits(none ? Scan.NEVER : scan ? Scan.ALWAYS : Scan.IF_SMALL, new WalkLimits(budget, pace));
    }

    /** Reads a time such as {@code 5s}. */
    static Duration time(String text) {
        try {
            return DurationText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + text + "' " + e.getMessage() + ": give " + DurationText.FORM);
        }
    }

    /** Reads a part such as {@code 20%}. */
    static final class PartConverter implements picocli.CommandLine.ITypeConverter<Double> {
        @Override
        public Double convert(String value) {
            try {
                return Double.parseDouble(value.replaceFirst("%$", "")) / 100;
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + value + "' is no part such as 20%");
            }
        }
    }
}
