package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.redis.RedisConfig.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/** Do the clocks of the servers run as fast as time does, and do they agree? */
final class ClockCheck {

    private static final long APART_NANOS = 100_000_000;
    private static final long MOST_DRIFT_MICROS = 20_000;
    private static final long MOST_APART_MICROS = 500_000;

    private ClockCheck() {}

    /**
     * The time of a server's clock.
     *
     * @param place the server
     * @param ahead by how many microseconds it is ahead of this machine's
     * @param drift by how many microseconds it went faster than time, between two looks
     * @param error by how many microseconds both may be wrong, since answers take time
     */
    record Shows(String place, long ahead, long drift, long error) {}

    static void look(Exam exam, FindingList found) {
        List<Shows> all = new ArrayList<>();
        for (Node node : exam.nodes()) {
            Optional<Shows> shows = look(exam, node);
            if (shows.isEmpty()) {
                found.unknown("TIME is not permitted");
                return;
            }
            all.add(shows.get());
        }
        judge(all, found);
    }

    private static Optional<Shows> look(Exam exam, Node node) {
        // The first question may have to make a connection.
        micros(exam, node);
        long sent = System.nanoTime();
        OptionalLong first = micros(exam, node);
        long heard = System.nanoTime();
        long mine = System.currentTimeMillis() * 1_000;
        LockSupport.parkNanos(APART_NANOS);
        long sentAgain = System.nanoTime();
        OptionalLong second = micros(exam, node);
        long heardAgain = System.nanoTime();
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        long passed = ((sentAgain - sent) + (heardAgain - heard)) / 2_000;
        long error = ((heard - sent) + (heardAgain - sentAgain)) / 2_000;
        return Optional.of(new Shows(
                Exam.place(node),
                first.getAsLong() + (heard - sent) / 2_000 - mine,
                second.getAsLong() - first.getAsLong() - passed,
                error));
    }

    private static OptionalLong micros(Exam exam, Node node) {
        return exam.ask(node, "TIME").micros();
    }

    static void judge(List<Shows> all, FindingList found) {
        for (Shows shows : all) {
            if (Math.abs(shows.drift()) > MOST_DRIFT_MICROS + shows.error()) {
                found.warn("the clock of " + shows.place() + " went " + Shown.millis(Math.abs(shows.drift()) / 1_000)
                        + (shows.drift() > 0 ? " too fast" : " too slow")
                        + " within a tenth of a second: leases end too "
                        + (shows.drift() > 0 ? "early" : "late"));
            }
        }
        long most = all.stream().mapToLong(Shows::ahead).max().orElse(0);
        long least = all.stream().mapToLong(Shows::ahead).min().orElse(0);
        long error = all.stream().mapToLong(Shows::error).max().orElse(0);
        if (most - least > MOST_APART_MICROS + 2 * error) {
            found.warn("servers are " + Shown.millis((most - least) / 1_000)
                    + " apart: after a fail-over, fences and places of waiters may be out of order. Run NTP on them.");
        }
        long here = Math.max(Math.abs(most), Math.abs(least)) / 1_000;
        found.orOk(
                (all.size() == 1 ? "" : "servers within " + Shown.millis((most - least) / 1_000) + " of each other; ")
                        + "this machine is " + Shown.millis(here) + " off, which does not matter");
    }
}
