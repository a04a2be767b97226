package io.github.stormlock.demo.redis;

import java.nio.charset.StandardCharsets;

/**
 * Hashes a key to 64 bits, enough to tell the keys of one Redis apart: among a million, two collide with a chance of
 * one in 37 million.
 */
final class KeyHash {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private KeyHash() {}

    static long of(String key) {
        long hash = FNV_OFFSET;
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        // FNV alone mixes the last characters badly, and keys often differ only there.
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }
}
