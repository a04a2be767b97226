package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.doctor.Finding.Level;
import io.github.stormlock.insight.read.HotRow;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.Reply;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.redis.RedisConfig.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * May the workers' user do all that the library does? {@code ACL DRYRUN} tells, of Redis 7 and later, and runs nothing.
 * A right that only some kinds of locks need is no failure: there may be none of them.
 */
final class RightsCheck {

    private static final int MOST_ENTRIES = 5;
    private static final String ANY = "locks-doctor";
    private static final int MOST_SHOWN = 400;

    private RightsCheck() {}

    /**
     * A command that somebody must be permitted.
     *
     * @param of what cannot do without it; empty if nothing can
     * @param words the command
     */
    record Need(String of, List<String> words) {
        static Need always(String... words) {
            return new Need("", List.of(words));
        }

        /** Returns the command, and the key or channel that it was tried on. */
        String shown() {
            return words.stream().limit(2).collect(Collectors.joining(" ")) + (of.isEmpty() ? "" : " (for " + of + ")");
        }
    }

    static void look(Exam exam, FindingList found) {
        String user = exam.plan().workerUser();
        List<Need> needs = needs(exam);
        Set<Need> missing = new LinkedHashSet<>();
        for (Node node : exam.nodes()) {
            List<Reply> replies = exam.servers()
                    .ask(node, needs.stream().map(need -> dryRun(user, need)).toList());
            Reply first = replies.get(0);
            if (first.isForbidden()) {
                found.unknown("this user may not ask ACL DRYRUN");
                return;
            }
            if (first.refusal().contains("not found")) {
                found.fail("there is no user " + Shown.text(user, 40) + " at " + Exam.place(node));
                return;
            }
            if (first.isRefused()) {
                found.unknown("the server knows no ACL DRYRUN: it is older than 7.0");
                return;
            }
            for (int i = 0; i < needs.size(); i++) {
                if (!replies.get(i).text().orElse("").equals("OK")) {
                    missing.add(needs.get(i));
                }
            }
        }
        String who = "user " + Shown.text(user, 40);
        if (!missing.isEmpty()) {
            String text = who + " may not "
                    + Shown.text(missing.stream().map(Need::shown).collect(Collectors.joining(", ")), MOST_SHOWN);
            found.add(missing.stream().anyMatch(need -> need.of().isEmpty()) ? Level.FAIL : Level.WARN, text);
        }
        found.orOk(who + ": every command, key and channel that locks need");
    }

    private static Query dryRun(String user, Need need) {
        String[] words = Stream.concat(Stream.of("ACL", "DRYRUN", user), need.words().stream())
                .toArray(String[]::new);
        return Query.plain(words).asOptional();
    }

    private static List<Need> needs(Exam exam) {
        List<Need> needs = new ArrayList<>(ofScripts(exam.names(), exam.keyPrefix()));
        if (exam.servers().isCluster()) {
            needs.add(Need.always("CLUSTER", "SLOTS"));
            needs.add(Need.always("ASKING"));
        }
        int replicas = exam.servers().config().replicas().least();
        if (replicas > 0) {
            needs.add(Need.always("WAIT", Integer.toString(replicas), "1"));
        }
        exam.workers().workers().stream()
                .flatMap(worker -> worker.hot().stream())
                .map(HotRow::entry)
                .filter(entry -> !entry.startsWith("#"))
                .distinct()
                .limit(MOST_ENTRIES)
                .forEach(entry -> {
                    needs.add(Need.always("TYPE", entry));
                    needs.add(Need.always("PEXPIRE", entry, "1000"));
                });
        return needs;
    }

    /** Returns the commands of our scripts, and each kind of our keys and channels. */
    static List<Need> ofScripts(LockNames names, String prefix) {
        String lock = names.lock(ANY);
        String waiting = names.waiting(ANY);
        String wake = prefix + "storm-lock:wake:" + ANY;
        List<Need> needs = new ArrayList<>();
        needs.add(Need.always("EVAL", "return 1", "1", lock));
        needs.add(Need.always("EVALSHA", "0".repeat(40), "1", lock));
        needs.add(Need.always("TIME"));
        needs.add(Need.always("PUBLISH", wake, "a"));
        needs.add(Need.always("SUBSCRIBE", wake));
        needs.addAll(
                all(
                        lock,
                        "SET a, GET, STRLEN, PTTL, PEXPIRE 1000, EXISTS, TYPE, DEL, HSET a 1, HINCRBY a 1, HDEL a, HLEN, HGETALL,"
                                + " HMGET a, SADD a, SREM a, SCARD, SMEMBERS, SMISMEMBER a, RPUSH a, LPUSH a, LRANGE 0 1, LTRIM 0 1, LLEN"));
        needs.addAll(all(
                waiting,
                "ZADD 1 a, ZREM a, ZCARD, ZSCORE a, ZMSCORE a, ZCOUNT 0 1, ZRANGE 0 1, ZRANGEBYSCORE 0 1,"
                        + " ZREMRANGEBYSCORE 0 1, ZREMRANGEBYRANK 0 1"));
        needs.addAll(all(prefix + OurKeys.Seen.MARKS + ANY + ":{" + ANY + "}", "ZADD 1 a"));
        needs.addAll(all(names.fence(ANY), "SET 1"));
        needs.addAll(all(names.readers(ANY), "ZADD 1 a").stream()
                .map(need -> new Need("read-write locks", need.words()))
                .toList());
        for (String key : List.of(names.permits(ANY), names.waitingForPermits(ANY))) {
            needs.add(new Need("permits", List.of("ZADD", key, "1", "a")));
        }
        needs.add(new Need("latches", List.of("HSET", names.latch(ANY), "a", "1")));
        needs.add(new Need("latches", List.of("ZADD", names.waitingForLatch(ANY), "1", "a")));
        needs.add(new Need("reports of workers", List.of("SET", names.info(ANY), "a")));
        needs.add(new Need("reports of workers", List.of("ZADD", names.workers(), "1", "a")));
        return needs;
    }

    /** Returns commands on one key, which stands behind the name of each. */
    private static List<Need> all(String key, String commands) {
        return Arrays.stream(commands.split(", ", -1))
                .map(command -> command.split(" ", 2))
                .map(parts -> {
                    List<String> words = new ArrayList<>(List.of(parts[0], key));
                    if (parts.length > 1) {
                        words.addAll(Arrays.asList(parts[1].split(" ", -1)));
                    }
                    return new Need("", List.copyOf(words));
                })
                .toList();
    }
}
