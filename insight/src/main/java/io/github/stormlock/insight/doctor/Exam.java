package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.WorkerDirectory;
import io.github.stormlock.insight.read.WorldReader;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.Reply;
import io.github.stormlock.insight.redis.WalkLimits;
import io.github.stormlock.lock.insight.LockNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.HostAndPort;

/**
 * The answers that the checks of one examination share, so that each thing is asked for once. For one thread.
 *
 * @param nodes the primaries
 * @param keys our keys, as one walk found them; empty if no walk was wanted
 * @param infos what {@code INFO} has answered
 */
record Exam(
        RedisServers servers,
        String keyPrefix,
        WorldReader reader,
        List<HostAndPort> nodes,
        WorkerDirectory workers,
        Optional<OurKeys> keys,
        Map<String, Map<String, String>> infos) {
    /** @param walk how much a walk over the keys may cost; empty for none */
    static Exam of(RedisServers servers, String keyPrefix, Optional<WalkLimits> walk) {
        WorldReader reader = new WorldReader(servers, keyPrefix);
        return new Exam(
                servers,
                keyPrefix,
                reader,
                servers.primaries(),
                reader.workers(),
                walk.map(limits -> OurKeys.find(servers, LockNames.of(keyPrefix), keyPrefix, limits)),
                new HashMap<>());
    }

    LockNames names() {
        return LockNames.of(keyPrefix);
    }

    /** Returns lines of {@code INFO}; none if a right is missing. */
    Map<String, String> info(HostAndPort node, String section) {
        return infos.computeIfAbsent(node + " " + section, any -> servers.info(node, section));
    }

    /** Returns a number of {@code INFO}; -1 if it is missing. */
    long number(HostAndPort node, String section, String line) {
        return number(info(node, section).getOrDefault(line, ""));
    }

    static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException none) {
            return -1;
        }
    }

    /** Returns a setting of a server; empty if it has none of that name, or a right is missing. */
    Optional<String> setting(HostAndPort node, String name) {
        List<Reply> answer = ask(node, "CONFIG", "GET", name).list();
        return answer.size() < 2 ? Optional.empty() : answer.get(1).text();
    }

    /** Returns one server's answer. A right that is missing is told by the check that asks, not once more. */
    Reply ask(HostAndPort node, String... words) {
        return servers.ask(node, List.of(Query.plain(words).asOptional())).get(0);
    }
}
