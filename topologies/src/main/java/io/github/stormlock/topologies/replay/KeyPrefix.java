package io.github.stormlock.topologies.replay;

import java.util.Map;
import java.util.Objects;

/** What the keys of entries begin with: the prefix of the library's own keys, so that one pattern finds all of them. */
public final class KeyPrefix {

    private KeyPrefix() {}

    /** Returns the prefix that a topology configuration gives; empty for none. */
    public static String of(Map<String, Object> conf) {
        return Objects.toString(conf.get("storm.lock.key.prefix"), "");
    }
}
