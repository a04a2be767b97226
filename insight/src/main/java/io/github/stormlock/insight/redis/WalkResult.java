package io.github.stormlock.insight.redis;

import java.util.List;

/**
 * What a walk over the keys found, and what part of them it saw. Immutable.
 *
 * @param keys the keys that match, each once, as long as there are not more than were wanted
 * @param seen about how many keys were looked at
 * @param all how many keys there were at the beginning
 * @param complete true if every server was walked through to its end
 * @param refusal why a server refused to be walked through; empty if none did
 */
public record WalkResult(List<String> keys, long seen, long all, boolean complete, String refusal) {
    /** {@return the part of the keys that was seen, from 0 to 1} */
    public double part() {
        return complete || all == 0 ? 1 : Math.min(1, (double) seen / all);
    }
}
