package io.github.stormlock.config;

import static io.github.stormlock.config.ConfigRedisKeys.DATABASE;
import static io.github.stormlock.config.ConfigRedisKeys.MASTER;
import static io.github.stormlock.config.ConfigRedisKeys.MODE;
import static io.github.stormlock.config.ConfigRedisKeys.NODES;
import static io.github.stormlock.config.ConfigRedisKeys.SENTINEL_PASSWORD_ENV;
import static io.github.stormlock.config.ConfigRedisKeys.SENTINEL_PASSWORD_FILE;
import static io.github.stormlock.config.ConfigRedisKeys.SENTINEL_USER;
import static io.github.stormlock.config.ConfigRedisKeys.URI;

import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import java.util.List;
import java.util.Locale;

/** Which settings of the way to Redis go together. */
final class ConfigRedisRules {
    private ConfigRedisRules() {}

    /** Notes what is wrong. */
    static void check(ConfigReader reader, Mode mode, List<Node> nodes, long database) {
        ConfigProblems problems = reader.problems();
        problems.refuse(
                reader.has(URI) && reader.has(NODES),
                URI.name() + " and " + NODES.name() + " are both given: remove one of them",
                URI,
                NODES);
        problems.refuse(
                reader.has(DATABASE) && reader.has(URI) && reader.get(URI).database() != 0,
                DATABASE.name() + " and the database at the end of " + URI.name()
                        + " are both given: remove one of them",
                DATABASE,
                URI);
        checkMode(reader, mode, nodes, database);
        checkSentinel(reader, mode);
    }

    private static void checkMode(ConfigReader reader, Mode mode, List<Node> nodes, long database) {
        ConfigProblems problems = reader.problems();
        problems.refuse(
                mode == Mode.STANDALONE && nodes.size() > 1,
                NODES.name() + " names " + nodes.size() + " servers, but " + said(mode)
                        + " takes one: for several, set the mode to sentinel or cluster",
                NODES,
                MODE);
        problems.refuse(
                mode != Mode.STANDALONE && !reader.has(NODES) && !reader.has(URI),
                said(mode) + " needs " + NODES.name(),
                MODE);
        problems.refuse(
                mode == Mode.CLUSTER && database != 0,
                "database " + database + " is given, but " + said(mode) + " has database 0 only: remove "
                        + DATABASE.name() + ", or the number at the end of " + URI.name(),
                DATABASE,
                URI,
                MODE);
    }

    private static void checkSentinel(ConfigReader reader, Mode mode) {
        boolean sentinel = mode == Mode.SENTINEL;
        reader.problems().refuse(sentinel && !reader.has(MASTER), said(mode) + " needs " + MASTER.name(), MODE, MASTER);
        for (ConfigKey<?> key : List.of(MASTER, SENTINEL_USER, SENTINEL_PASSWORD_FILE, SENTINEL_PASSWORD_ENV)) {
            reader.problems()
                    .refuse(
                            !sentinel && reader.has(key),
                            key.name() + " is given, but " + said(mode) + ": remove the key, or set the mode to"
                                    + " sentinel",
                            key,
                            MODE);
        }
    }

    private static String said(Mode mode) {
        return MODE.name() + " = " + mode.name().toLowerCase(Locale.ROOT);
    }
}
