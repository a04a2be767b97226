package io.github.stormlock.config;

import static io.github.stormlock.config.ConfigKeys.EVENTS_KEEP;
import static io.github.stormlock.config.ConfigKeys.EVENTS_WINDOW;
import static io.github.stormlock.config.ConfigKeys.HOLD_MAX;
import static io.github.stormlock.config.ConfigKeys.LEASE;
import static io.github.stormlock.config.ConfigKeys.MESSAGE_TIMEOUT;
import static io.github.stormlock.config.ConfigKeys.WAIT;

import java.time.Duration;

/** Which settings of locks go together, and with the message timeout of a topology. */
final class ConfigRules {
    private ConfigRules() {}

    /** Notes what is wrong. */
    static void check(LockSettings settings, ConfigTopology topology, ConfigProblems problems) {
        topology.messageTimeout().ifPresent(timeout -> {
            checkWait(settings, topology.longestWait().orElse(timeout), timeout(timeout), problems);
            remembered(EVENTS_KEEP, settings.eventsKeep(), timeout, problems);
            remembered(EVENTS_WINDOW, settings.eventsWindow(), timeout, problems);
        });
    }

    static String holdBelowLease(Duration hold, Duration lease) {
        return said(HOLD_MAX, hold) + " is shorter than " + said(LEASE, lease) + ": it is at least the lease";
    }

    private static void checkWait(LockSettings settings, Duration longest, String timeout, ConfigProblems problems) {
        String wait = said(WAIT, settings.waitMax());
        problems.refuse(
                settings.waitMax().compareTo(longest) > 0,
                wait + " is longer than " + DurationText.format(longest) + ", a third of " + timeout
                        + ": tuples would time out while they wait",
                WAIT,
                MESSAGE_TIMEOUT);
        problems.refuse(
                !settings.waitMax().isZero() && settings.lease().compareTo(settings.waitMax()) > 0,
                said(LEASE, settings.lease()) + " is longer than " + wait + " (by default a third of " + timeout
                        + "): a dead holder would cost the tuples that wait for it; wait longer, or shorten the lease (to 100ms at"
                        + " least), or never wait (0)",
                LEASE,
                WAIT,
                MESSAGE_TIMEOUT);
    }

    private static void remembered(ConfigKey<Duration> key, Duration value, Duration timeout, ConfigProblems problems) {
        Duration least = timeout.multipliedBy(2);
        problems.refuse(
                value.compareTo(least) < 0,
                said(key, value) + " is shorter than " + DurationText.format(least) + ", twice " + timeout(timeout)
                        + ": a tuple may be replayed that late",
                key,
                MESSAGE_TIMEOUT);
    }

    private static String said(ConfigKey<Duration> key, Duration value) {
        return key.name() + " = " + DurationText.format(value);
    }

    private static String timeout(Duration value) {
        return MESSAGE_TIMEOUT.name() + " = " + value.toSeconds();
    }
}
