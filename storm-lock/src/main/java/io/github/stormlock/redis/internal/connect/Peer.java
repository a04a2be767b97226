package io.github.stormlock.redis.internal.connect;

import redis.clients.jedis.HostAndPort;

/** The kinds of servers that connections are made to. They differ in the login, and in the keys that name it. */
public enum Peer {
    /** One that keeps data. */
    SERVER("Redis at ", ""),
    /** One that watches those. */
    SENTINEL("sentinel ", "sentinel.");

    private final String noun;
    private final String keys;

    Peer(String noun, String keys) {
        this.noun = noun;
        this.keys = keys;
    }

    String at(HostAndPort address) {
        return noun + address;
    }

    String loginAdvice() {
        return "; see " + Checks.passwordName(keys + "password") + ", and " + Checks.name(keys + "user");
    }
}
