package io.github.stormlock.config;

import static io.github.stormlock.config.SettingKeys.EVENTS_KEEP;
import static io.github.stormlock.config.SettingKeys.EVENTS_WINDOW;
import static io.github.stormlock.config.SettingKeys.LEASE;
import static io.github.stormlock.config.SettingKeys.MESSAGE_TIMEOUT;
import static io.github.stormlock.config.SettingKeys.WAIT;

import io.github.stormlock.config.internal.DurationText;
import java.time.Duration;

/** Checks that the settings of locks go together, and with the message timeout of a topology. */
final class LockRules {
    private LockRules() {}

    /** Notes what is wrong. Without a message timeout nothing is. */
    static void check(LockSettings settings, TopologySettings topology, Problems problems) {
        topology.messageTimeout().ifPresent(timeout -> {
            checkWait(settings, topology.longestWait().orElse(timeout), timeout(timeout), problems);
            remembered(EVENTS_KEEP, settings.eventsKeep(), timeout, problems);
            remembered(EVENTS_WINDOW, settings.eventsWindow(), timeout, problems);
        });
    }

    private static void checkWait(LockSettings settings, Duration longest, String timeout, Problems problems) {
        String wait = WAIT.with(settings.waitMax());
        problems.refuse(
                settings.waitMax().compareTo(longest) > 0,
                wait + " is longer than " + DurationText.format(longest) + ", a third of " + timeout
                        + ": tuples would time out while they wait");
        problems.refuse(
                !settings.waitMax().isZero() && settings.lease().compareTo(settings.waitMax()) > 0,
                LEASE.with(settings.lease()) + " is longer than " + wait + " (by default a third of " + timeout
                        + "): a dead holder would cost the tuples that wait for it; wait longer, or shorten the lease (to 100ms at"
                        + " least), or never wait (0)");
    }

    private static void remembered(SettingKey<Duration> key, Duration value, Duration timeout, Problems problems) {
        Duration least = timeout.multipliedBy(2);
        problems.refuse(
                value.compareTo(least) < 0,
                key.with(value) + " is shorter than " + DurationText.format(least) + ", twice " + timeout(timeout)
                        + ": a tuple may be replayed that late");
    }

    private static String timeout(Duration value) {
        return MESSAGE_TIMEOUT.with(value.toSeconds());
    }
}
