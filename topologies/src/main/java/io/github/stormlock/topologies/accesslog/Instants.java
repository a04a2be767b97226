package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import java.time.Instant;

/** Keeps instants in a hash as ISO-8601 text to the second. From 1970 to 9999 this text sorts as the instants do. */
final class Instants {

    private Instants() {}

    static void first(HashEntry entry, Instant time) {
        String text = time.toString();
        if (text.compareTo(entry.get("first", text)) <= 0) {
            entry.set("first", text);
        }
    }

    static void last(HashEntry entry, Instant time) {
        String text = time.toString();
        if (text.compareTo(entry.get("last", text)) >= 0) {
            entry.set("last", text);
        }
    }
}
