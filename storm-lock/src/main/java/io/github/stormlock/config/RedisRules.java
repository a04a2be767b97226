package io.github.stormlock.config;

import static io.github.stormlock.config.RedisKeys.DATABASE;
import static io.github.stormlock.config.RedisKeys.MASTER;
import static io.github.stormlock.config.RedisKeys.MODE;
import static io.github.stormlock.config.RedisKeys.NODES;
import static io.github.stormlock.config.RedisKeys.SENTINEL_PASSWORD_ENV;
import static io.github.stormlock.config.RedisKeys.SENTINEL_PASSWORD_FILE;
import static io.github.stormlock.config.RedisKeys.SENTINEL_USER;
import static io.github.stormlock.config.RedisKeys.URI;

import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import java.util.List;
import java.util.Locale;

/** Checks that the settings of the way to Redis go together. */
final class RedisRules {
    private RedisRules() {}

    /** Notes what is wrong. */
    static void check(SettingReader reader, Mode mode, List<Node> nodes, long database) {
        Problems problems = reader.problems();
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

    private static void checkMode(SettingReader reader, Mode mode, List<Node> nodes, long database) {
        Problems problems = reader.problems();
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

    private static void checkSentinel(SettingReader reader, Mode mode) {
        boolean sentinel = mode == Mode.SENTINEL;
        reader.problems().refuse(sentinel && !reader.has(MASTER), said(mode) + " needs " + MASTER.name(), MODE, MASTER);
        for (SettingKey<?> key : List.of(MASTER, SENTINEL_USER, SENTINEL_PASSWORD_FILE, SENTINEL_PASSWORD_ENV)) {
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
