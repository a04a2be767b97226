package io.github.stormlock.topologies.flashsale;

import java.util.Locale;

/** The decision on an order. */
enum Result {
    SOLD,
    SOLD_OUT,
    ALREADY_BOUGHT;

    /** Returns the text of the decision in an entry, which is also the field that counts it. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
