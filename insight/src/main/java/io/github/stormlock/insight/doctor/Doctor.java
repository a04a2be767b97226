package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.doctor.Finding.Level;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.WalkLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Makes all checks, one after another. It changes no key, but for scratch keys that end with their check. */
public final class Doctor {
    private static final List<Check> CHECKS = List.of(
            new Check("server", "redis.version", ServerChecks::version),
            new Check("scripts", "redis.scripts", ServerChecks::scripts),
            new Check("eviction", "redis.eviction", ServerChecks::eviction),
            new Check("persistence", "redis.persistence", ServerChecks::persistence),
            new Check("limits", "clients.limits", ServerChecks::limits),
            new Check("no expiry", "keys.expiry", ofKeys(KeyChecks::expiry)),
            new Check("garbage", "keys.garbage", ofKeys(KeyChecks::garbage)),
            new Check("marks", "marks.memory", ofKeys(MarksCheck::look)),
            new Check("workers", "workers.report", WorkerChecks::reports),
            new Check("versions", "workers.versions", WorkerChecks::versions),
            new Check("pools", "workers.pool", WorkerChecks::pools),
            new Check("wake-ups", "workers.wakeups", WorkerChecks::wakeUps),
            new Check("deadlock", "workers.deadlock", WorkerChecks::deadlocks),
            new Check("hot entries", "workers.hot", WorkerChecks::hot));

    private Doctor() {}

    /** Looks for one kind of trouble, and changes nothing in Redis. */
    private record Check(String name, String id, BiConsumer<Exam, FindingList> look) {
        List<Finding> of(Exam exam) {
            FindingList found = new FindingList(name, id);
            look.accept(exam, found);
            return found.all();
        }
    }

    /** Looks at the keys, if a walk over them is wanted. */
    private interface KeyCheck {
        void look(Exam exam, OurKeys keys, FindingList found);
    }

    private static BiConsumer<Exam, FindingList> ofKeys(KeyCheck check) {
        return (exam, found) -> exam.keys()
                .ifPresentOrElse(keys -> check.look(exam, keys, found), () -> found.unknown("not looked for (--scan)"));
    }

    /**
     * The findings of an examination. Immutable.
     *
     * @param findings the findings, in the order of the checks
     * @param seen about how many keys were looked at
     * @param all how many keys there are; 0 if no walk was made
     * @param nanos how long it took
     */
    public record Report(List<Finding> findings, long seen, long all, long nanos) {
        /**
         * {@return how many findings are of a level}
         *
         * @param level the level
         */
        public long count(Level level) {
            return findings.stream().filter(finding -> finding.level() == level).count();
        }

        /** {@return true if somebody should do something} */
        public boolean isWrong() {
            return findings.stream().anyMatch(finding -> finding.level().isWrong());
        }
    }

    /**
     * {@return what the checks find}
     *
     * @param servers the servers
     * @param keyPrefix the prefix of all keys; empty for none
     * @param walk how much a walk over the keys may cost; empty for none
     * @throws io.github.stormlock.insight.redis.CannotAskException if a server does not answer
     */
    public static Report examine(RedisServers servers, String keyPrefix, Optional<WalkLimits> walk) {
        long begun = System.nanoTime();
        Exam exam = Exam.of(servers, keyPrefix, walk);
        List<Finding> findings = new ArrayList<>();
        CHECKS.forEach(check -> findings.addAll(check.of(exam)));
        return new Report(
                findings,
                exam.keys().map(keys -> keys.walk().seen()).orElse(0L),
                exam.keys().map(keys -> keys.walk().all()).orElse(0L),
                System.nanoTime() - begun);
    }
}
