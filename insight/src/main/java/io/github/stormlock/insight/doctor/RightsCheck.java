package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.HotRow;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.Reply;
import io.github.stormlock.redis.RedisConfig.Node;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** May the workers' user do all that scripts do? {@code ACL DRYRUN} tells, of Redis 7 and later, and runs nothing. */
final class RightsCheck extends Check {
    private static final int MOST_ENTRIES = 5;
    private static final String ANY = "{locks-doctor}";

    RightsCheck() {
        super("rights", "redis.acl");
    }

    @Override
    List<Finding> look(Exam exam) {
        String user = exam.plan().workerUser();
        Set<String> missing = new LinkedHashSet<>();
        int tried = 0;
        for (Node node : exam.nodes()) {
            for (List<String> command : commands(exam)) {
                List<String> words = new ArrayList<>(List.of("ACL", "DRYRUN", user));
                words.addAll(command);
                Reply reply = exam.ask(node, words.toArray(String[]::new));
                if (reply.isForbidden()) {
                    return List.of(unknown("this user may not ask ACL DRYRUN"));
                }
                if (reply.refusal().contains("not found")) {
                    return List.of(fail("there is no user " + Shown.text(user, 40) + " at " + Exam.place(node)));
                }
                if (reply.refusal().startsWith("ERR") && tried == 0) {
                    return List.of(unknown("the server knows no ACL DRYRUN: it is older than 7.0"));
                }
                tried++;
                String answer = reply.text().orElse("");
                if (!answer.equals("OK")) {
                    missing.add(String.join(" ", command.subList(0, Math.min(2, command.size()))));
                }
            }
        }
        return missing.isEmpty()
                ? List.of(ok("user " + Shown.text(user, 40) + ": every command, key and channel that locks need"))
                : List.of(fail(
                        "user " + Shown.text(user, 40) + " may not " + Shown.text(String.join(", ", missing), 400)));
    }

    /** Returns commands of our scripts, each on a key of the kind that it is used on. */
    private static List<List<String>> commands(Exam exam) {
        String prefix = exam.keyPrefix();
        String lock = prefix + "lock:" + ANY;
        String waiting = prefix + "lock-wait:" + ANY;
        String seen = prefix + "lock-seen:" + ANY;
        String latch = prefix + "lock-latch:" + ANY;
        List<List<String>> commands = new ArrayList<>(List.of(
                List.of("EVAL", "return 1", "1", lock),
                List.of("EVALSHA", "0".repeat(40), "1", lock),
                List.of("SET", lock, "a", "NX", "PX", "1000"),
                List.of("GET", lock),
                List.of("STRLEN", lock),
                List.of("PTTL", lock),
                List.of("PEXPIRE", lock, "1000"),
                List.of("EXISTS", lock),
                List.of("TYPE", lock),
                List.of("DEL", lock),
                List.of("TIME"),
                List.of("SET", prefix + "lock-fence:" + ANY, "1"),
                List.of("ZADD", waiting, "1", "a"),
                List.of("ZREM", waiting, "a"),
                List.of("ZCARD", waiting),
                List.of("ZSCORE", waiting, "a"),
                List.of("ZMSCORE", waiting, "a"),
                List.of("ZCOUNT", waiting, "0", "1"),
                List.of("ZRANGE", waiting, "0", "1"),
                List.of("ZRANGEBYSCORE", waiting, "0", "1"),
                List.of("ZADD", seen, "1", "a"),
                List.of("ZREMRANGEBYSCORE", seen, "0", "1"),
                List.of("ZREMRANGEBYRANK", seen, "0", "1"),
                List.of("ZADD", prefix + "lock-read:" + ANY, "1", "a"),
                List.of("ZADD", prefix + "lock-permits:" + ANY, "1", "a"),
                List.of("ZADD", prefix + "lock-permits-wait:" + ANY, "1", "a"),
                List.of("ZADD", prefix + "lock-latch-wait:" + ANY, "1", "a"),
                List.of("HSET", latch, "a", "1"),
                List.of("HMGET", latch, "a"),
                List.of("HLEN", latch),
                List.of("PUBLISH", prefix + "storm-lock:wake:doctor", "a"),
                List.of("SUBSCRIBE", prefix + "storm-lock:wake:doctor"),
                List.of("SET", exam.names().info("doctor"), "a"),
                List.of("ZADD", exam.names().workers(), "1", "a")));
        exam.workers().workers().stream()
                .flatMap(worker -> worker.hot().stream())
                .map(HotRow::entry)
                .filter(entry -> !entry.startsWith("#"))
                .distinct()
                .limit(MOST_ENTRIES)
                .forEach(entry -> {
                    commands.add(List.of("HGETALL", entry));
                    commands.add(List.of("HSET", entry, "a", "1"));
                });
        return commands;
    }
}
