package io.github.stormlock.insight.read;

import io.github.stormlock.lock.insight.LockToken;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One that holds a lock, as Redis and its worker tell it. Immutable.
 *
 * @param value what Redis has of it: a token, the part that tokens of an acquisition share, or a stranger's value
 * @param token the parts of the token; empty for a stranger
 * @param left the milliseconds until its lease ends; -1 if it never ends
 * @param words who it is, in words
 * @param sign what shows that it lives
 * @param row its lease, if its worker tells of it
 * @param heldFor for how many milliseconds it has the lock; empty if nobody tells
 * @param untold how many leases of its worker did not fit into the report, if this may be one of them
 */
public record HolderView(
        String value,
        Optional<LockToken> token,
        long left,
        String words,
        LifeSign sign,
        Optional<HeldRow> row,
        OptionalLong heldFor,
        long untold) {
    /** {@return true if it has the lock since a moment ago: its worker would tell of a longer lease} */
    public boolean isShort() {
        return heldFor.isEmpty() && sign == LifeSign.REPORTING && untold == 0;
    }

    /** {@return its thread, to be said behind who it is; empty if unknown} */
    public String thread() {
        return row.filter(held -> !held.thread().isEmpty())
                .map(held -> ", thread " + Shown.text(held.thread(), 60))
                .orElse("");
    }

    /** {@return the letter of its kind; a blank if unknown} */
    public char kind() {
        return token.map(LockToken::kind).orElse(' ');
    }
}
