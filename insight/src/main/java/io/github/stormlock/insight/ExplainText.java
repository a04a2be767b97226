package io.github.stormlock.insight;

import io.github.stormlock.insight.explain.Diagnosis;
import io.github.stormlock.insight.explain.EntryFacts;
import io.github.stormlock.insight.explain.Facts;
import io.github.stormlock.insight.read.Connections;
import io.github.stormlock.insight.read.EntryDigest;
import io.github.stormlock.insight.read.HolderView;
import io.github.stormlock.insight.read.LockView;
import io.github.stormlock.insight.read.LockView.Grip;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.read.WaitRow;
import io.github.stormlock.insight.read.WaiterView;
import io.github.stormlock.insight.read.WorkerInfo;
import io.github.stormlock.insight.read.World.OpenUpdate;
import java.util.ArrayList;
import java.util.List;

/** Prints one answer of {@code explain}. */
final class ExplainText {
    private static final int MOST_ROWS = 10;
    private static final int WIDTH = 17;
    private static final String BLANK = " ".repeat(WIDTH + 1);

    private final Facts facts;
    private final EntryFacts beside;
    private final Diagnosis verdict;
    private final List<String> lines = new ArrayList<>();

    ExplainText(Facts facts, EntryFacts beside, Diagnosis verdict) {
        this.facts = facts;
        this.beside = beside;
        this.verdict = verdict;
    }

    List<String> lines() {
        lines.add(" " + Shown.text(facts.entry()) + "   " + value());
        addLock(facts.lock(), "lock");
        if (facts.permits().grip() != Grip.FREE || facts.permits().waiterCount() > 0) {
            addLock(facts.permits(), "permits");
        }
        if (facts.latch().left() != -2) {
            addLock(facts.latch(), "latch");
        }
        addInside();
        facts.open().forEach(this::addOpen);
        beside.fence()
                .ifPresent(fence -> add(
                        "last fence",
                        Shown.text(fence, 20)
                                + (beside.fenceAge().isPresent()
                                        ? ", given "
                                                + Shown.millis(beside.fenceAge().getAsLong()) + " ago"
                                        : "")));
        beside.broken().ifPresent(broken -> add("broken", broken.words()));
        addMarks();
        add("why", verdict.why());
        if (!verdict.action().isEmpty()) {
            add("do", verdict.action());
        }
        return lines;
    }

    private void add(String title, String text) {
        lines.add(" " + title + " ".repeat(Math.max(1, WIDTH - title.length())) + text);
    }

    private String value() {
        if (beside.type().equals("none")) {
            return "(there is no such entry)";
        }
        return Shown.text(beside.type(), 20)
                + (beside.left() < 0 ? ", no time to live" : ", ends in " + Shown.millis(beside.left()));
    }

    private void addLock(LockView lock, String title) {
        add(title, Shown.text(lock.key()) + ", " + grip(lock));
        lock.holders().stream().limit(MOST_ROWS).forEach(holder -> addHolder(lock, holder));
        if (lock.holderCount() > MOST_ROWS) {
            lines.add(BLANK + "and " + (lock.holderCount() - MOST_ROWS) + " more");
        }
        int number = 0;
        for (WaiterView waiter : lock.waiters()) {
            if (++number > MOST_ROWS) {
                break;
            }
            String text = number + ". " + waiter.words() + " for " + Shown.millis(waiter.since())
                    + (waiter.dead() ? "   has not tried for a second: dead, passed over by the next release" : "");
            add(number == 1 ? "waiting" : "", (number == 1 ? "in Redis, the next first: " : " ".repeat(26)) + text);
        }
        if (lock.waiterCount() > MOST_ROWS) {
            lines.add(BLANK + "and " + (lock.waiterCount() - MOST_ROWS) + " more");
        }
    }

    private static String grip(LockView lock) {
        return switch (lock.grip()) {
            case FREE -> lock.kind() == LockView.Kind.LATCH && lock.left() != -2 ? "open" : "free";
            case HELD ->
                switch (lock.kind()) {
                    case PERMITS -> LockWords.note(lock) + " in use";
                    case LATCH -> "closed, " + lock.detail() + " have come";
                    case LOCK -> "held by " + ("update".equals(LockWords.kind(lock)) ? "an update" : "a program");
                };
            case READERS -> "held by " + Shown.count(lock.holderCount(), "reader");
            case GIFT -> "given to a waiter, not taken yet";
            case STRANGER -> "held by a program that is not of ours";
            case WRONG_TYPE -> "of a wrong type: " + lock.detail();
            case REFUSED -> "cannot be asked for: " + lock.detail();
        };
    }

    private void addHolder(LockView lock, HolderView holder) {
        add("  holder", holder.words() + holder.thread() + alive(holder));
        String renewed = holder.row()
                .map(row -> Shown.millis(row.lease()) + ", renewed " + Shown.count(row.renewals(), "time") + ", ")
                .orElse("");
        String since = holder.heldFor().isPresent()
                ? "; held for " + Shown.millis(holder.heldFor().getAsLong())
                : holder.isShort() ? "; held for a few seconds at most" : "";
        long left = lock.kind() == LockView.Kind.LOCK && lock.grip() != Grip.READERS ? lock.left() : holder.left();
        add("  lease", renewed + (left == -1 ? "no end" : "ends in " + LockWords.ends(left)) + since);
    }

    private String alive(HolderView holder) {
        return holder.token()
                .map(token -> {
                    Connections connections = facts.workers().connections();
                    String connected = !connections.visible()
                            ? "connections are not visible"
                            : Shown.count(connections.of(token.factory()), "connection");
                    String reported = facts.workers()
                            .worker(token.factory())
                            .map(WorkerInfo::age)
                            .map(age -> ", reported " + Shown.millis(age) + " ago")
                            .orElse(", no report");
                    return "; " + holder.sign().words() + ": " + connected + reported;
                })
                .orElse("");
    }

    private void addInside() {
        for (WorkerInfo worker : facts.workers().workers()) {
            for (WaitRow row : worker.waits()) {
                if (EntryDigest.means(row.entry(), facts.entry()) && (row.inside() > 0 || !row.hasPlace())) {
                    add(
                            "  inside",
                            facts.workers().words(worker, row.caller()) + ": " + row.inside() + " behind thread "
                                    + Shown.text(row.thread()) + ", which waits for "
                                    + Shown.millis(row.age() + worker.age()));
                }
            }
        }
    }

    private void addOpen(OpenUpdate open) {
        add(
                "open update",
                facts.workers().words(open) + ", thread "
                        + Shown.text(open.row().thread()) + ", for " + Shown.millis(open.millis()) + "; "
                        + open.row().inside() + " behind it");
    }

    private void addMarks() {
        String title = "marks";
        for (EntryFacts.Marks marks : beside.marks()) {
            add(
                    title,
                    Shown.text(marks.key(), 60) + "  " + marks.count() + " remembered"
                            + (marks.low().isPresent()
                                    ? " above low " + marks.low().getAsLong()
                                    : "")
                            + (marks.left() >= 0 ? "; kept " + Shown.millis(marks.left()) : ""));
            title = "";
        }
        if (beside.marks().isEmpty()) {
            add("marks", beside.walk().isPresent() ? "none" : "not looked for (--scan)");
        }
        beside.walk()
                .filter(walk -> !walk.complete())
                .ifPresent(walk -> add("", "only " + Math.round(100 * walk.part()) + " % of all keys were seen"));
    }
}
