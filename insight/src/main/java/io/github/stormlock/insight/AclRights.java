package io.github.stormlock.insight;

import java.util.List;
import java.util.stream.Collectors;

/** The rights of one who only looks, and what is missing without each of them. */
final class AclRights {
    /** A group of rights, and what cannot be seen without one of them. */
    record Group(List<String> rights, String without) {}

    static final List<Group> GROUPS = List.of(
            new Group(List.of("get", "type", "pttl", "time"), "who holds a lock, and for how long"),
            new Group(
                    List.of("zrange", "zrangebyscore", "zcard"),
                    "which workers report, who waits, readers, and permits"),
            new Group(List.of("getrange"), "what workers report: a text that is too long is not read"),
            new Group(List.of("client|list"), "who is connected: nobody can be called dead"),
            new Group(List.of("dbsize", "scan"), "locks that no worker names, and the marks of an entry"),
            new Group(List.of("hget", "hlen"), "latches"),
            new Group(List.of("zscore"), "the low of the marks of an entry"),
            new Group(List.of("exists", "memory|usage", "info"), "the state of the servers, for doctor"),
            new Group(List.of("cluster|slots", "asking"), "a Redis Cluster, and keys that move in it"),
            new Group(List.of("ping"), "anything: each connection begins with it"),
            new Group(List.of("select"), "a database other than 0"),
            new Group(List.of("client|setname"), "the name of this program in CLIENT LIST"));

    private AclRights() {}

    /** Returns the command for Redis 7 and later, whose ACLs tell reading from writing. */
    static String redis7(String watchKey) {
        return "ACL SETUSER operator on >PASSWORD resetchannels resetkeys %R~* %W~" + watchKey + " -@all " + commands()
                + " +set";
    }

    /** Returns the command for Redis 6, where one who may SET one key may SET all that may be read. */
    static String redis6() {
        return "ACL SETUSER operator on >PASSWORD resetchannels resetkeys ~* -@all " + commands();
    }

    private static String commands() {
        return GROUPS.stream()
                .flatMap(group -> group.rights().stream())
                .map(right -> "+" + right)
                .collect(Collectors.joining(" "));
    }
}
