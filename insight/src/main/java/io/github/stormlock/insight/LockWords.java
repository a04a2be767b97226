package io.github.stormlock.insight;

import io.github.stormlock.insight.read.HolderView;
import io.github.stormlock.insight.read.LockView;
import io.github.stormlock.insight.read.LockView.Grip;
import io.github.stormlock.insight.read.LockView.Kind;
import io.github.stormlock.insight.read.Shown;

/** The words in which locks are shown. */
final class LockWords {
    private LockWords() {}

    /** Returns the kind of a lock, as far as its holder tells it. */
    static String kind(LockView lock) {
        if (lock.kind() != Kind.LOCK) {
            return lock.kind() == Kind.PERMITS ? "permits" : "latch";
        }
        if (lock.grip() == Grip.READERS) {
            return "read";
        }
        char letter = lock.holders().isEmpty() ? ' ' : lock.holders().get(0).kind();
        return switch (letter) {
            case 'u' -> "update";
            case 'm' -> "mutex";
            default -> "-";
        };
    }

    /** Returns the time until a lease ends by itself. */
    static String ends(long left) {
        return left == -1 ? "never" : left < 0 ? "-" : Shown.millis(left);
    }

    /** Returns for how long the first holder has the lock. */
    static String heldFor(LockView lock) {
        if (lock.holders().isEmpty()) {
            return "-";
        }
        HolderView holder = lock.holders().get(0);
        if (holder.heldFor().isPresent()) {
            return Shown.millis(holder.heldFor().getAsLong());
        }
        return holder.isShort() ? "short" : "?";
    }

    /** Returns who has a lock. */
    static String holder(LockView lock) {
        if (lock.kind() == Kind.LATCH) {
            return lock.grip() == Grip.FREE ? "open" : lock.detail() + " have come";
        }
        if (lock.holders().isEmpty()) {
            return switch (lock.grip()) {
                case GIFT -> "(" + lock.detail() + " that are coming in)";
                case WRONG_TYPE -> "(a " + lock.detail() + ", which is no lock)";
                case REFUSED -> "(" + lock.detail() + ")";
                default -> "-";
            };
        }
        HolderView first = lock.holders().get(0);
        String others = lock.holderCount() > 1 ? " and " + (lock.holderCount() - 1) + " more" : "";
        return first.words() + first.thread() + others;
    }

    /** Returns what is odd about a lock; empty for nothing. */
    static String note(LockView lock) {
        if (lock.grip() == Grip.STRANGER && lock.left() == -1) {
            return "no expiry: explain says what to do";
        }
        if (lock.grip() == Grip.WRONG_TYPE) {
            return "wrong type: explain says what to do";
        }
        if (lock.grip() == Grip.GIFT) {
            return "given, not taken yet";
        }
        if (lock.kind() == Kind.PERMITS
                && lock.grip() == Grip.HELD
                && !lock.detail().isEmpty()) {
            return lock.holderCount() + " of " + lock.detail() + " permits";
        }
        if (lock.holders().isEmpty()) {
            return lock.grip() == Grip.FREE && lock.waiterCount() > 0 ? "free, waited for" : "";
        }
        HolderView first = lock.holders().get(0);
        return switch (first.sign()) {
            case GONE -> "dead: no connection, no report";
            case CONNECTED -> first.sign().words();
            case REPORTING, UNKNOWN ->
                first.row()
                        .filter(row -> row.renewals() > 0)
                        .map(row -> "renewed " + Shown.count(row.renewals(), "time"))
                        .orElse(first.untold() > 0 ? "its worker holds more than it tells of" : "");
        };
    }
}
