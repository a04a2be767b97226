package io.github.stormlock.insight.breaking;

import io.github.stormlock.insight.read.HeldRow;
import io.github.stormlock.insight.read.HolderView;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.read.WaiterView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The text that is shown before a lock is broken: whose it is, and what breaking it means. Fit to be shown.
 *
 * @param target what is to be broken
 * @param fence the last fence of the lock; empty if there is none
 */
public record BreakText(BreakTarget target, Optional<String> fence) {
    private static final long WATCHDOG = 500;

    /** {@return the lines} */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(" " + Shown.text(target.lock().entry()) + " is "
                + target.meaning().words() + ", " + holder() + ".");
        lines.add(" Breaking it " + deed() + ", if " + seen() + " still stands, and wakes "
                + target.lock().waiters().stream()
                        .filter(waiter -> !waiter.dead())
                        .map(WaiterView::words)
                        .findFirst()
                        .map(words -> "the next waiter (" + words + ").")
                        .orElseGet(this::nobodyInRedis));
        meaning().forEach(line -> lines.add("   " + line));
        return lines;
    }

    private String nobodyInRedis() {
        long inside = target.lock().inside();
        return "those who wait: nobody now" + (inside == 0 ? "." : " in Redis, " + inside + " inside workers.");
    }

    private String holder() {
        HolderView holder = target.holder();
        String since = holder.heldFor().isPresent()
                ? "held for " + Shown.millis(holder.heldFor().getAsLong()) + " by "
                : "held by ";
        String alive = target.meaning() == BreakTarget.Meaning.STRANGER
                ? ""
                : ": " + holder.sign().words();
        String ends = holder.left() == -1 ? "; it never ends by itself" : "";
        return since + holder.words() + holder.thread() + alive + ends;
    }

    private String deed() {
        return switch (target.meaning()) {
            case READER -> "ends the lease of this reader";
            case PERMITS -> "takes back the permits of this owner";
            default -> "deletes the lock";
        };
    }

    /** Returns the end of a token: its caller, kind, number and step. A factory's part would only fill the line. */
    private String seen() {
        String value = target.holder().value();
        if (target.holder().token().isEmpty()) {
            return "its value";
        }
        String[] parts = value.split(":", 4);
        return "the token " + Shown.text(parts[parts.length - 1].isEmpty() ? value : parts[parts.length - 1], 40);
    }

    private List<String> meaning() {
        return switch (target.meaning()) {
            case UPDATE ->
                List.of(
                        "Redis will refuse its commit: it writes nothing, its tuple fails and is replayed. No update is lost or"
                                + " doubled.",
                        "One without an event id whose answer is lost just then is reported as unknown, as ever.");
            case STRANGER ->
                List.of(
                        "Nobody tells that program. What it does under the lock GOES ON, beside the next holder.",
                        "Make sure that it is gone.");
            default ->
                List.of("The old holder is told within " + told()
                        + " (onLost), but what it does outside Redis GOES ON until it listens." + fenced());
        };
    }

    /** A lease is renewed after a third of its length, and that tells of the loss. */
    private String told() {
        return target.holder()
                .row()
                .map(HeldRow::lease)
                .filter(lease -> lease > 0)
                .map(lease -> Shown.millis(lease / 3 + WATCHDOG))
                .orElse("a third of its lease and 0.5 s");
    }

    private String fenced() {
        return fence.map(
                        last -> " The last fence is " + Shown.text(last, 20)
                                + ": the next holder has a higher one, so a resource that checks fences refuses the old holder.")
                .orElse("");
    }
}
