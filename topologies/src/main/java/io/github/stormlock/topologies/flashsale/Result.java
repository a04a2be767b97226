package io.github.stormlock.topologies.flashsale;

import java.util.Locale;

/** How an order ends. */
enum Result {
    SOLD,
    SOLD_OUT,
    ALREADY_BOUGHT;

    /** As it stands in an entry, and as a field that counts it. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
