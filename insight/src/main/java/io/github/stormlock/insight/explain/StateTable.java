package io.github.stormlock.insight.explain;

import static io.github.stormlock.insight.explain.LockFinding.DEADLOCK;
import static io.github.stormlock.insight.explain.LockFinding.DEAD_HOLDER;
import static io.github.stormlock.insight.explain.LockFinding.FREE;
import static io.github.stormlock.insight.explain.LockFinding.FREE_BUT_WAITED_FOR;
import static io.github.stormlock.insight.explain.LockFinding.GIFT;
import static io.github.stormlock.insight.explain.LockFinding.HELD;
import static io.github.stormlock.insight.explain.LockFinding.HOLDER_UNKNOWN;
import static io.github.stormlock.insight.explain.LockFinding.HOT;
import static io.github.stormlock.insight.explain.LockFinding.LATCH_CLOSED;
import static io.github.stormlock.insight.explain.LockFinding.LATCH_OPEN;
import static io.github.stormlock.insight.explain.LockFinding.LONG;
import static io.github.stormlock.insight.explain.LockFinding.OPEN_UPDATE;
import static io.github.stormlock.insight.explain.LockFinding.PERMITS_IN_USE;
import static io.github.stormlock.insight.explain.LockFinding.POOL_EXHAUSTED;
import static io.github.stormlock.insight.explain.LockFinding.READERS;
import static io.github.stormlock.insight.explain.LockFinding.REFUSED;
import static io.github.stormlock.insight.explain.LockFinding.SILENT;
import static io.github.stormlock.insight.explain.LockFinding.STRANGER;
import static io.github.stormlock.insight.explain.LockFinding.STRANGER_FOREVER;
import static io.github.stormlock.insight.explain.LockFinding.UNREPORTED;
import static io.github.stormlock.insight.explain.LockFinding.WAITERS_DEAD;
import static io.github.stormlock.insight.explain.LockFinding.WRONG_TYPE;
import static io.github.stormlock.insight.explain.LockFinding.YOUNG;

import io.github.stormlock.insight.page.ShellWord;
import io.github.stormlock.insight.read.Deadlock;
import io.github.stormlock.insight.read.HeldRow;
import io.github.stormlock.insight.read.HolderView;
import io.github.stormlock.insight.read.HotRow;
import io.github.stormlock.insight.read.LockView;
import io.github.stormlock.insight.read.LockView.Grip;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.read.WaiterView;
import io.github.stormlock.insight.read.WorkerInfo;
import io.github.stormlock.insight.read.World.OpenUpdate;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** The table of states: which one facts show, why it is so, and what to do. */
public final class StateTable {
    private static final long SOME_TIME = 5_000;
    /** Servers tell whole seconds for which a connection is idle. */
    private static final long ROUNDED = 2_000;

    private StateTable() {}

    /**
     * {@return the state that the facts show}
     *
     * @param facts what is known of the lock
     */
    public static Diagnosis judge(Facts facts) {
        LockView lock = facts.lock();
        if (!facts.deadlocks().isEmpty()) {
            return deadlock(facts.deadlocks().get(0));
        }
        return switch (lock.grip()) {
            case REFUSED ->
                REFUSED.because(
                        "The server refuses: " + lock.detail() + ".", "locks acl says which rights are needed.");
            case WRONG_TYPE -> wrongType(lock);
            case STRANGER -> stranger(lock);
            case GIFT ->
                GIFT.because(
                        "It has just been given to " + (lock.holders().isEmpty() ? "readers" : "a waiter")
                                + ". It is theirs for 50 ms; what they do not take is free again.",
                        "Nothing. Look again.");
            case READERS -> readers(lock);
            case HELD -> held(facts, lock.holders().get(0));
            case FREE -> free(facts);
        };
    }

    private static Diagnosis deadlock(Deadlock deadlock) {
        return DEADLOCK.because(
                "Threads wait for each other's locks, seen in two reports of each: " + deadlock.words()
                        + ". It ends when one of the waits times out.",
                "Take these locks in one order everywhere, or together (factory.all). To end it now: locks break "
                        + ShellWord.of(deadlock.sides().get(0).holds()) + ".");
    }

    private static Diagnosis wrongType(LockView lock) {
        return WRONG_TYPE.because(
                "A " + lock.detail() + " stands under " + Shown.text(lock.key())
                        + ", where a lock is a string. Another program has put it there, and nobody can take the lock.",
                "Find the program that writes this key. Once nobody needs what is there: DEL " + Shown.text(lock.key())
                        + ".");
    }

    private static Diagnosis stranger(LockView lock) {
        String value = lock.holders().get(0).words();
        return lock.left() == -1
                ? STRANGER_FOREVER.because(
                        "A program that is not of ours holds it, without an expiry: " + value
                                + ". If that program is gone, nobody ever frees it.",
                        "Find the program that writes this value. Once it is gone: locks break "
                                + ShellWord.of(lock.entry()) + " --stranger.")
                : STRANGER.because(
                        "A program that is not of ours holds it: " + value + ". It is free by itself in "
                                + Shown.millis(lock.left()) + ", unless that program renews it.",
                        "Nothing, if that program is known.");
    }

    private static Diagnosis readers(LockView lock) {
        boolean dead = lock.holders().stream().anyMatch(StateTable::isGone);
        return READERS.because(lock.holderCount()
                + (lock.holderCount() == 1 ? " reader has it." : " readers have it together.")
                + (dead ? " Some of them are dead; the last lease ends in " + Shown.millis(lock.left()) + "." : "")
                + (lock.waiterCount() > 0 ? " A writer that waits comes next." : ""));
    }

    private static Diagnosis held(Facts facts, HolderView holder) {
        String left = Shown.millis(Math.max(0, holder.left()));
        if (isGone(holder)) {
            return DEAD_HOLDER.because(
                    "Its holder is dead: it has no connection, and its worker does not report. It is free by itself in "
                            + left + "." + doubt(facts),
                    "Nothing: wait until then.");
        }
        Optional<WorkerInfo> worker =
                holder.token().flatMap(token -> facts.workers().worker(token.factory()));
        return switch (holder.sign()) {
            case UNKNOWN ->
                HOLDER_UNKNOWN.because(
                        "Nothing is known of its holder: it does not report, and its connections cannot be told. If it is"
                                + " dead, the lock is free by itself in " + left + ".",
                        "Look again after that time: a holder that lives has renewed its lease.");
            case CONNECTED ->
                worksOn(facts, holder)
                        ? unreported(facts, holder, left)
                        : SILENT.because(
                                "Its holder is connected, but does not report: its process may be stopped or busy with collecting"
                                        + " garbage; or it may not write lock-info:*, or storm.lock.insight.interval is 0 there. If it"
                                        + " does not go on, the lock is free by itself in " + left + ".",
                                "Look at the process of the holder.");
            case REPORTING, GONE -> alive(facts, holder, worker);
        };
    }

    /** A worker that may not name its connections looks like one that has none. */
    private static String doubt(Facts facts) {
        int nameless = facts.workers().connections().nameless();
        return nameless == 0
                ? ""
                : " But " + Shown.count(nameless, "connection") + " without a name "
                        + (nameless == 1 ? "runs" : "run")
                        + " scripts: that may be a worker whose user may neither CLIENT SETNAME nor write lock-info:*.";
    }

    /**
     * Returns true if a holder lives that has told nothing for long. One that lives renews its lease when a third of it is
     * over, so that it has sent something within half of the time that is left.
     */
    private static boolean worksOn(Facts facts, HolderView holder) {
        return holder.token()
                .filter(token -> facts.workers().worker(token.factory()).isEmpty())
                .map(token -> facts.workers().connections().idleMillis(token.factory()))
                .filter(idle -> idle.orElse(Long.MAX_VALUE) <= Math.max(0, holder.left()) / 2 + ROUNDED)
                .isPresent();
    }

    private static Diagnosis unreported(Facts facts, HolderView holder, String left) {
        long idle = holder.token()
                .map(token -> facts.workers().connections().idleMillis(token.factory()))
                .orElse(OptionalLong.empty())
                .orElse(0);
        return UNREPORTED.because(
                "Its holder lives: its connections are in use, the last one " + Shown.millis(idle)
                        + " ago. But it does not report: it may not write lock-info:*, or storm.lock.insight.interval is 0"
                        + " there. If it dies, the lock is free by itself in " + left + ".",
                "Nothing. To see its task, its thread and since when, let it report.");
    }

    private static Diagnosis alive(Facts facts, HolderView holder, Optional<WorkerInfo> worker) {
        if (worker.filter(StateTable::waitsForConnections).isPresent()) {
            WorkerInfo who = worker.get();
            return POOL_EXHAUSTED.because(
                    who.pool().getOrDefault("waiting", 0L) + " threads of its worker wait for a connection: all "
                            + who.pool().getOrDefault("active", 0L) + " are in use.",
                    "Raise storm.lock.redis.pool.max.total, or find out what is slow in Redis.");
        }
        long heldFor = holder.heldFor().orElse(0);
        long lease =
                holder.row().map(HeldRow::lease).filter(millis -> millis > 0).orElse(SOME_TIME);
        if (heldFor > lease) {
            return alive(facts, holder, worker, heldFor);
        }
        if (isHot(facts)) {
            return hot(facts);
        }
        return holder.heldFor().isEmpty() && holder.untold() > 0
                ? HELD.because(
                        "It is held by one who lives. For how long, nobody tells: its worker holds "
                                + Shown.count(holder.untold(), "lock") + " more than it tells of.",
                        "Nothing, unless it stays: locks watch " + ShellWord.of(facts.entry()) + " shows each change.")
                : YOUNG.because("It is held by one who lives, "
                        + (heldFor == 0 ? "since a moment ago" : "for " + Shown.millis(heldFor)) + ".");
    }

    private static Diagnosis alive(Facts facts, HolderView holder, Optional<WorkerInfo> worker, long heldFor) {
        boolean update = holder.kind() == 'u';
        String where = worker.map(who -> "jstack " + who.who().pid() + " on "
                        + Shown.text(who.who().host(), 60))
                .orElse("jstack");
        String entry = ShellWord.of(facts.entry());
        return LONG.because(
                (update ? "The update itself takes long" : "The program keeps it")
                        + ": the holder lives, and renews. It has it for " + Shown.millis(heldFor)
                        + "; storm.lock.hold.max ends it.",
                "Look at the thread: " + where + ". If it never ends: locks break " + entry + ". "
                        + (update
                                ? "That is safe: it is an update, whose commit will be refused."
                                : "What its holder does outside Redis goes on."));
    }

    private static Diagnosis free(Facts facts) {
        LockView lock = facts.lock();
        if (lock.waiterCount() > 0) {
            return lock.waiters().stream().allMatch(WaiterView::dead)
                    ? WAITERS_DEAD.because(
                            "It is free. All who wait have not tried for a second: they are dead, and hold nobody up.",
                            "Nothing: the next one who comes drops them.")
                    : FREE_BUT_WAITED_FOR.because(
                            "It is free, and the next waiter takes it in a moment, at the latest with its next try.",
                            "Look again. If it stays so, wake-ups get lost: look at wakeUpsFailed of the workers.");
        }
        if (!facts.open().isEmpty()) {
            return open(facts);
        }
        if (lock.inside() > 0) {
            return isHot(facts)
                    ? hot(facts)
                    : FREE_BUT_WAITED_FOR.because(
                            "It is free, and " + lock.inside() + (lock.inside() == 1 ? " waits" : " wait")
                                    + " for their turn inside workers: their updates are made without the lock, one group"
                                    + " after the other.",
                            "Nothing. If it is too slow: a batch, a coarser key, fewer writers, or a fields grouping.");
        }
        if (isSeen(facts.permits()) && facts.permits().grip() != Grip.FREE) {
            return permits(facts.permits());
        }
        if (facts.permits().waiterCount() > 0 || facts.latch().waiterCount() > 0) {
            boolean permits = facts.permits().waiterCount() > 0;
            long waiting =
                    permits ? facts.permits().waiterCount() : facts.latch().waiterCount();
            return FREE_BUT_WAITED_FOR.because(
                    "Nobody has it, and " + waiting + (waiting == 1 ? " waits" : " wait") + " for "
                            + (permits ? "permits" : "the latch") + " of that name.",
                    "Look again.");
        }
        if (isSeen(facts.latch()) && facts.latch().left() != -2) {
            return latch(facts.latch());
        }
        return isHot(facts)
                ? hot(facts)
                : FREE.because(
                        lock.detail().isEmpty()
                                ? "Nobody has it, and nobody waits."
                                : "Nobody has it. Who waits cannot be seen: " + lock.detail() + ".");
    }

    private static boolean isSeen(LockView lock) {
        return lock.grip() != Grip.REFUSED;
    }

    private static Diagnosis open(Facts facts) {
        OpenUpdate oldest = facts.open().get(0);
        return OPEN_UPDATE.because(
                "An update of the entry is being computed without the lock, for " + Shown.millis(oldest.millis())
                        + ": "
                        + facts.workers().words(oldest) + ", thread "
                        + Shown.text(oldest.row().thread(), 60) + ". Redis knows nothing of it; "
                        + oldest.row().inside() + " wait behind it in the same worker, and nobody elsewhere.",
                "Look at the thread: jstack " + oldest.worker().who().pid() + " on "
                        + Shown.text(oldest.worker().who().host(), 60) + ".");
    }

    private static Diagnosis permits(LockView permits) {
        if (permits.grip() == Grip.WRONG_TYPE) {
            return wrongType(permits);
        }
        return PERMITS_IN_USE.because(
                permits.holderCount() + (permits.detail().isEmpty() ? "" : " of " + permits.detail())
                        + " permits are in use; " + permits.waiterCount() + " wait.");
    }

    private static Diagnosis latch(LockView latch) {
        if (latch.grip() == Grip.WRONG_TYPE) {
            return wrongType(latch);
        }
        return latch.grip() == Grip.FREE
                ? LATCH_OPEN.because("The latch is open.")
                : LATCH_CLOSED.because(
                        "The latch is closed: " + latch.detail() + " ids have counted down.",
                        "Nothing, if those that are missing are on their way.");
    }

    private static Diagnosis hot(Facts facts) {
        long updates = facts.hot().stream().mapToLong(HotRow::updates).sum();
        long waits = facts.hot().stream().mapToLong(HotRow::waits).sum();
        long queue = facts.hot().stream().mapToLong(HotRow::queue).max().orElse(0);
        return HOT.because(
                String.format(
                        Locale.ROOT,
                        "It is held in turns and never stuck: in the last interval %d updates, %d of which waited; the"
                                + " longest queue had %d.",
                        updates,
                        waits,
                        queue),
                "If it is too slow: a batch, a coarser key, fewer writers, or a fields grouping.");
    }

    /** Many updates that wait for each other. */
    private static boolean isHot(Facts facts) {
        return facts.hot().stream().anyMatch(row -> row.waits() > 0 && row.updates() >= 10);
    }

    private static boolean waitsForConnections(WorkerInfo worker) {
        return worker.pool().getOrDefault("waiting", 0L) > 0;
    }

    private static boolean isGone(HolderView holder) {
        return holder.sign() == io.github.stormlock.insight.read.LifeSign.GONE;
    }
}
