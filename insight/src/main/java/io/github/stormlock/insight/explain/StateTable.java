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
import java.util.Map;
import java.util.Optional;

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
            case REFUSED -> REFUSED.because(lock.detail());
            case WRONG_TYPE -> wrongType(lock);
            case STRANGER -> stranger(lock);
            case GIFT -> GIFT.because(lock.holders().isEmpty() ? "readers" : "a waiter");
            case READERS -> readers(lock);
            case HELD -> held(facts, lock.holders().get(0));
            case FREE -> free(facts);
        };
    }

    private static Diagnosis deadlock(Deadlock deadlock) {
        return DEADLOCK.because(
                deadlock.words(), ShellWord.of(deadlock.sides().get(0).holds()));
    }

    private static Diagnosis wrongType(LockView lock) {
        return WRONG_TYPE.because(lock.detail(), Shown.text(lock.key()));
    }

    private static Diagnosis stranger(LockView lock) {
        String value = lock.holders().get(0).words();
        return lock.left() == -1
                ? STRANGER_FOREVER.because(value, ShellWord.of(lock.entry()) + " --stranger.")
                : STRANGER.because(value, Shown.millis(lock.left()));
    }

    private static Diagnosis readers(LockView lock) {
        boolean dead = lock.holders().stream().anyMatch(StateTable::isGone);
        return READERS.in(
                lock.holderCount() == 1 ? ".one" : "",
                lock.holderCount(),
                dead ? LockFinding.text("READERS.dead", Shown.millis(lock.left())) : "",
                lock.waiterCount() > 0 ? LockFinding.text("READERS.writer") : "");
    }

    private static Diagnosis held(Facts facts, HolderView holder) {
        String left = Shown.millis(Math.max(0, holder.left()));
        if (isGone(holder)) {
            return DEAD_HOLDER.because(left, doubt(facts));
        }
        return switch (holder.sign()) {
            case UNKNOWN -> HOLDER_UNKNOWN.because(left);
            case CONNECTED ->
                worksFor(facts, holder)
                        .map(idle -> UNREPORTED.because(left, Shown.millis(idle)))
                        .orElseGet(() -> SILENT.because(left));
            case REPORTING, GONE -> alive(facts, holder);
        };
    }

    /** A worker that may not name its connections looks like one that has none. */
    private static String doubt(Facts facts) {
        int nameless = facts.workers().connections().nameless();
        return nameless == 0
                ? ""
                : LockFinding.text(
                        "DEAD_HOLDER.doubt", Shown.count(nameless, "connection"), nameless == 1 ? "runs" : "run");
    }

    /**
     * Returns for how many milliseconds a holder has sent nothing that lives although it has told nothing for long. One that
     * lives renews its lease when a third of it is over, so that it has sent something within half of the time that is left.
     */
    private static Optional<Long> worksFor(Facts facts, HolderView holder) {
        return holder.token()
                .filter(token -> facts.workers().worker(token.factory()).isEmpty())
                .flatMap(token -> facts.workers().connections().idleMillis(token.factory()))
                .filter(idle -> idle <= Math.max(0, holder.left()) / 2 + ROUNDED);
    }

    private static Diagnosis alive(Facts facts, HolderView holder) {
        Optional<WorkerInfo> worker =
                holder.token().flatMap(token -> facts.workers().worker(token.factory()));
        if (worker.filter(StateTable::waitsForConnections).isPresent()) {
            Map<String, Long> pool = worker.get().pool();
            return POOL_EXHAUSTED.because(pool.getOrDefault("waiting", 0L), pool.getOrDefault("active", 0L));
        }
        long heldFor = holder.heldFor().orElse(0);
        long lease =
                holder.row().map(HeldRow::lease).filter(millis -> millis > 0).orElse(SOME_TIME);
        String entry = ShellWord.of(facts.entry());
        if (heldFor > lease) {
            String where = worker.map(StateTable::jstack).orElse("jstack");
            return LONG.in(holder.kind() == 'u' ? ".update" : "", Shown.millis(heldFor), where, entry);
        }
        if (isHot(facts)) {
            return hot(facts);
        }
        return holder.heldFor().isEmpty() && holder.untold() > 0
                ? HELD.because(Shown.count(holder.untold(), "lock"), entry)
                : YOUNG.in(heldFor == 0 ? ".now" : "", Shown.millis(heldFor));
    }

    private static String jstack(WorkerInfo worker) {
        return "jstack " + worker.who().pid() + " on " + Shown.text(worker.who().host(), 60);
    }

    private static Diagnosis free(Facts facts) {
        LockView lock = facts.lock();
        if (lock.waiterCount() > 0) {
            return lock.waiters().stream().allMatch(WaiterView::dead)
                    ? WAITERS_DEAD.because()
                    : FREE_BUT_WAITED_FOR.because();
        }
        if (!facts.open().isEmpty()) {
            OpenUpdate oldest = facts.open().get(0);
            return OPEN_UPDATE.because(
                    Shown.millis(oldest.millis()),
                    facts.workers().words(oldest),
                    Shown.text(oldest.row().thread(), 60),
                    oldest.row().inside(),
                    jstack(oldest.worker()));
        }
        if (lock.inside() > 0) {
            return isHot(facts) ? hot(facts) : FREE_BUT_WAITED_FOR.in(".inside", waiting(lock.inside()));
        }
        if (isSeen(facts.permits()) && facts.permits().grip() != Grip.FREE) {
            return permits(facts.permits());
        }
        if (facts.permits().waiterCount() > 0) {
            return FREE_BUT_WAITED_FOR.in(".other", waiting(facts.permits().waiterCount()), "permits");
        }
        if (facts.latch().waiterCount() > 0) {
            return FREE_BUT_WAITED_FOR.in(".other", waiting(facts.latch().waiterCount()), "the latch");
        }
        if (isSeen(facts.latch()) && facts.latch().left() != -2) {
            return latch(facts.latch());
        }
        return isHot(facts) ? hot(facts) : FREE.in(lock.detail().isEmpty() ? "" : ".unseen", lock.detail());
    }

    private static String waiting(long count) {
        return count + (count == 1 ? " waits" : " wait");
    }

    private static boolean isSeen(LockView lock) {
        return lock.grip() != Grip.REFUSED;
    }

    private static Diagnosis permits(LockView permits) {
        return permits.grip() == Grip.WRONG_TYPE
                ? wrongType(permits)
                : PERMITS_IN_USE.because(
                        permits.holderCount() + (permits.detail().isEmpty() ? "" : " of " + permits.detail()),
                        permits.waiterCount());
    }

    private static Diagnosis latch(LockView latch) {
        if (latch.grip() == Grip.WRONG_TYPE) {
            return wrongType(latch);
        }
        return latch.grip() == Grip.FREE ? LATCH_OPEN.because() : LATCH_CLOSED.because(latch.detail());
    }

    private static Diagnosis hot(Facts facts) {
        return HOT.because(
                facts.hot().stream().mapToLong(HotRow::updates).sum(),
                facts.hot().stream().mapToLong(HotRow::waits).sum(),
                facts.hot().stream().mapToLong(HotRow::queue).max().orElse(0));
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
