package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import java.time.Instant;

/** Instants in a hash, as ISO-8601 to the second: from 1970 to 9999, where they sort as text. */
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
