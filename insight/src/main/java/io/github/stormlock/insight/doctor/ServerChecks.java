package io.github.stormlock.insight.doctor;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.Reply;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.redis.RedisConfig.Mode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import redis.clients.jedis.HostAndPort;

/** Looks at the servers: what they are, how they are set, and how near to their limits they are. */
final class ServerChecks {
    private static final int MAJOR = 6;
    private static final int MINOR = 2;
    private static final double NEARLY_FULL = 0.9;
    private static final double NEARLY_ALL = 0.8;
    private static final long LEAST_BUFFER = 1 << 20;
    private static final long LEAST_BUSY_MILLIS = 1_000;

    private ServerChecks() {}

    /** Are the servers new enough, and of the mode that the options say? */
    static void version(Exam exam, FindingList found) {
        TreeSet<String> versions = new TreeSet<>();
        for (HostAndPort node : exam.nodes()) {
            Map<String, String> info = exam.info(node, "server");
            String version = info.getOrDefault("redis_version", "");
            if (version.isEmpty()) {
                found.unknown("INFO is not permitted");
                return;
            }
            versions.add(Shown.text(version, 20));
            if (!isNewEnough(version)) {
                found.fail(
                        "node " + node + " is Redis " + Shown.text(version, 20) + ": the library needs 6.2 or later");
            }
            boolean cluster = info.getOrDefault("redis_mode", "").equals("cluster");
            if (cluster != (exam.servers().config().mode() == Mode.CLUSTER)) {
                found.fail("node " + node
                        + (cluster
                                ? " is of a Cluster, and is asked as a single server: give --cluster"
                                : " is no Cluster, and is asked as one"));
            }
            if (exam.info(node, "replication").getOrDefault("role", "master").equals("slave")) {
                found.fail("node " + node + " is a replica: it takes no locks");
            }
        }
        found.orOk(String.join(", ", versions) + ", " + servers(exam));
    }

    private static String servers(Exam exam) {
        long replicas = exam.nodes().stream()
                .mapToLong(node -> Math.max(0, exam.number(node, "replication", "connected_slaves")))
                .sum();
        return Shown.count(exam.nodes().size(), "primary") + " with " + Shown.count(replicas, "replica");
    }

    static boolean isNewEnough(String version) {
        String[] parts = version.split("\\.", 3);
        long major = Exam.number(parts[0]);
        long minor = parts.length > 1 ? Exam.number(parts[1]) : 0;
        return major > MAJOR || (major == MAJOR && minor >= MINOR);
    }

    /** Do the scripts run? The start check of a worker tries all commands on scratch keys that end with it. */
    static void scripts(Exam exam, FindingList found) {
        for (HostAndPort node : exam.nodes()) {
            Reply ran = exam.ask(node, "EVAL", "return 1", "0");
            if (ran.isForbidden()) {
                found.unknown("this user may run no scripts; with --conf the workers' user is asked");
                return;
            }
            if (ran.isRefused()) {
                found.fail("node " + node + " refuses scripts: " + Shown.text(ran.refusal(), 120));
                return;
            }
        }
        LockSettings settings = LockSettings.builder()
                .keyPrefix(exam.keyPrefix())
                .insightInterval(Duration.ZERO)
                .build();
        try (RedisLockFactory factory = RedisLockFactory.connect(exam.servers().config(), settings)) {
            factory.check();
            found.orOk("the start check of a worker passes");
        } catch (LockException e) {
            found.fail("the start check of a worker fails: " + Shown.text(String.valueOf(e.getMessage()), 300));
        }
    }

    /** May a primary evict our keys, or refuse writes because its memory is full? */
    static void eviction(Exam exam, FindingList found) {
        for (HostAndPort node : exam.nodes()) {
            String policy = exam.info(node, "memory").getOrDefault("maxmemory_policy", "");
            if (policy.isEmpty()) {
                found.unknown("INFO is not permitted");
                return;
            }
            long most = exam.number(node, "memory", "maxmemory");
            long used = exam.number(node, "memory", "used_memory");
            if (!policy.equals("noeviction")) {
                found.warn("node " + node + " has " + Shown.text(policy, 20)
                        + ": marks may be evicted, replays applied twice. Set noeviction.");
            }
            if (most > 0 && used > NEARLY_FULL * most) {
                found.warn("node " + node + " uses " + 100 * used / most
                        + " % of its maxmemory: soon it refuses to take locks, or evicts them");
            }
        }
        found.orOk("noeviction on every primary");
    }

    /** What do a restart and a fail-over lose, beside what workers wait for? */
    static void persistence(Exam exam, FindingList found) {
        int least = exam.servers().config().replicas().least();
        for (HostAndPort node : exam.nodes()) {
            String place = "node " + node;
            Map<String, String> info = exam.info(node, "persistence");
            if (info.isEmpty()) {
                found.unknown("INFO is not permitted");
                return;
            }
            if (!info.getOrDefault("aof_enabled", "0").equals("1")) {
                found.warn(
                        place + " has no append-only file: a restart loses entries, and marks of events whose replays"
                                + " are then applied twice. Set appendonly yes.");
            } else if (info.getOrDefault("aof_last_write_status", "ok").equals("err")) {
                found.fail(
                        place + " cannot write its append-only file: it refuses all writes. See if its disk is full.");
            }
            if (info.getOrDefault("rdb_last_bgsave_status", "ok").equals("err")) {
                found.fail(place + " could not save: it may refuse all writes");
            }
            addReplicas(exam, node, least, found);
        }
        found.orOk(
                "append-only files" + (least == 0 ? "; workers wait for no replica" : "; workers wait for " + least));
    }

    private static void addReplicas(Exam exam, HostAndPort node, int least, FindingList found) {
        String place = "node " + node;
        long connected = Math.max(0, exam.number(node, "replication", "connected_slaves"));
        if (connected < least) {
            found.fail(place + " has " + connected + " replicas, and workers wait for " + least
                    + " (storm.lock.redis.replicas.least): their commits end unknown");
        }
        long demanded =
                exam.setting(node, "min-replicas-to-write").map(Exam::number).orElse(-1L);
        if (demanded > connected) {
            found.fail(place + " has min-replicas-to-write " + demanded + " and " + connected
                    + " replicas: it refuses all writes");
        } else if (demanded >= 0 && demanded < least) {
            found.warn(place + " has min-replicas-to-write " + demanded + ", and workers wait for " + least
                    + ": a primary that is cut off goes on granting locks. Set it to " + least + ".");
        }
    }

    /** Are the limits of the servers wide enough for the connections and messages of workers? */
    static void limits(Exam exam, FindingList found) {
        boolean seen = true;
        for (HostAndPort node : exam.nodes()) {
            String place = "node " + node;
            long clients = exam.number(node, "clients", "connected_clients");
            long most = exam.number(node, "clients", "maxclients");
            if (most < 0) {
                most = exam.setting(node, "maxclients").map(Exam::number).orElse(-1L);
            }
            if (most > 0 && clients > NEARLY_ALL * most) {
                found.warn(place + " has " + clients + " of at most " + most
                        + " connections: soon workers are turned away. Raise maxclients.");
            }
            long buffer = pubsubLimit(exam.setting(node, "client-output-buffer-limit"));
            if (buffer > 0 && buffer < LEAST_BUFFER) {
                found.warn(place + " ends subscriptions that are " + buffer
                        + " bytes behind: wake-ups are lost in a burst. Raise client-output-buffer-limit pubsub.");
            }
            Optional<String> busy = exam.setting(node, "busy-reply-threshold");
            if (busy.isEmpty()) {
                busy = exam.setting(node, "lua-time-limit");
            }
            long millis = busy.map(Exam::number).orElse(-1L);
            if (millis > 0 && millis < LEAST_BUSY_MILLIS) {
                found.warn(place + " answers BUSY after " + millis
                        + " ms of a script: a large update then fails for all others. Raise busy-reply-threshold.");
            }
            seen &= millis >= 0 && most > 0;
        }
        if (seen) {
            found.orOk("connections, subscriptions and scripts are far from their limits");
        } else {
            found.orUnknown("CONFIG GET is not permitted, so that not all limits are known");
        }
    }

    /** Returns the hard limit of subscriptions in bytes; 0 for none, -1 if unknown. */
    private static long pubsubLimit(Optional<String> limits) {
        String[] words = limits.orElse("").split(" ", -1);
        for (int i = 0; i + 1 < words.length; i++) {
            if (words[i].equals("pubsub")) {
                return Exam.number(words[i + 1]);
            }
        }
        return -1;
    }
}
