package io.github.stormlock.insight;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.TextTable.Column;
import io.github.stormlock.insight.read.Deadlock;
import io.github.stormlock.insight.read.LifeSign;
import io.github.stormlock.insight.read.LockView;
import io.github.stormlock.insight.read.LockView.Grip;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.read.WorkerInfo;
import io.github.stormlock.insight.read.World;
import io.github.stormlock.insight.read.World.OpenUpdate;
import io.github.stormlock.insight.read.WorldReader;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.WalkResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the locks that somebody has or waits for. */
@Command(name = "list", mixinStandardHelpOptions = true)
final class LockListCommand implements Callable<Integer> {
    private static final long A_SECOND = 1_000;

    private final Invocation invocation;

    @Mixin
    private final ScanOptions scan = new ScanOptions();

    @Parameters(arity = "0..1", paramLabel = "PATTERN", description = "which entries, with * and ? for any characters")
    private @Nullable String pattern;

    @Option(names = "--all", description = "also what was caught at this moment alone")
    private boolean all;

    @Option(names = "--stuck", description = "only what does not go on by itself")
    private boolean stuck;

    @Option(names = "--topology", paramLabel = "NAME", description = "only what workers of this topology hold")
    private @Nullable String topology;

    @Option(names = "--worker", paramLabel = "HOST[:PORT]", description = "only what this worker holds")
    private @Nullable String worker;

    @Option(names = "--sort", paramLabel = "BY", description = "time, waiting or entry (default: ${DEFAULT-VALUE})")
    private Order sort = Order.time;

    @Option(names = "--limit", paramLabel = "N", description = "the most rows (default: ${DEFAULT-VALUE})")
    private int limit = 500;

    /** The orders of rows, named as the option is written. */
    enum Order {
        time,
        waiting,
        entry
    }

    LockListCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        if (limit < 0) {
            throw new IllegalArgumentException("--limit must be 0 or more");
        }
        try (RedisServers servers = invocation.servers()) {
            WorldReader reader = new WorldReader(servers, invocation.keyPrefix());
            World world = reader.look(scan.limits());
            List<Deadlock> deadlocks = reader.deadlocks(world.workers());
            List<LockView> locks = world.locks().stream()
                    .filter(lock -> isWanted(lock, world, deadlocks))
                    .sorted(order())
                    .toList();
            List<OpenUpdate> open = stuck
                    ? List.of()
                    : world.open().stream().filter(update -> isWanted(update)).toList();
            if (invocation.json()) {
                invocation.say(json(world, locks, open, deadlocks));
            } else {
                print(world, locks, open, deadlocks);
            }
        }
        return Invocation.DONE;
    }

    private boolean isWanted(LockView lock, World world, List<Deadlock> deadlocks) {
        return matches(lock.entry())
                && (!stuck || isStuck(lock, deadlocks))
                && (all || isLasting(lock))
                && ((topology == null && worker == null)
                        || lock.holders().stream()
                                .flatMap(holder -> holder.token().stream())
                                .flatMap(token -> world.workers().worker(token.factory()).stream())
                                .anyMatch(this::isOf));
    }

    private boolean isWanted(OpenUpdate open) {
        return matches(open.row().entry()) && isOf(open.worker());
    }

    private boolean isOf(WorkerInfo document) {
        WorkerInfo.Who who = document.who();
        return (topology == null || topology.equals(who.topology()))
                && (worker == null || worker.equals(who.host()) || worker.equals(who.place()));
    }

    private static boolean isLasting(LockView lock) {
        return lock.waiterCount() > 0
                || lock.inside() > 0
                || lock.grip() != Grip.HELD
                || lock.holders().isEmpty()
                || lock.holders().stream()
                        .anyMatch(holder -> holder.heldFor().isPresent()
                                ? holder.heldFor().getAsLong() >= A_SECOND
                                : !holder.isShort());
    }

    private static boolean isStuck(LockView lock, List<Deadlock> deadlocks) {
        return lock.grip() == Grip.WRONG_TYPE
                || (lock.grip() == Grip.STRANGER && lock.left() == -1)
                || lock.holders().stream().anyMatch(holder -> holder.sign() == LifeSign.GONE)
                || deadlocks.stream().anyMatch(deadlock -> deadlock.touches(lock.entry()));
    }

    private boolean matches(String entry) {
        if (pattern == null) {
            return true;
        }
        StringBuilder regex = new StringBuilder();
        pattern.chars().forEach(c -> regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote("" + (char) c)));
        return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(entry).matches();
    }

    private Comparator<LockView> order() {
        Comparator<LockView> byEntry = Comparator.comparing(LockView::entry);
        return switch (sort) {
            case entry -> byEntry;
            case waiting ->
                Comparator.comparing((LockView lock) -> -(lock.waiterCount() + lock.inside()))
                        .thenComparing(byEntry);
            case time -> Comparator.comparing((LockView lock) -> -millis(lock)).thenComparing(byEntry);
        };
    }

    private static long millis(LockView lock) {
        return lock.holders().stream()
                .mapToLong(holder -> holder.heldFor().orElse(0))
                .max()
                .orElse(0);
    }

    private void print(World world, List<LockView> locks, List<OpenUpdate> open, List<Deadlock> deadlocks) {
        TextTable table = new TextTable(
                Column.left("entry", 48),
                Column.left("kind", 8),
                Column.right("for", 12),
                Column.right("ends in", 12),
                Column.left("holder", 100),
                Column.right("waiting", 12),
                Column.left("note", 60));
        for (LockView lock : shown(locks)) {
            table.add(
                    lock.entry(),
                    LockWords.kind(lock),
                    LockWords.heldFor(lock),
                    LockWords.ends(lock.left()),
                    LockWords.holder(lock),
                    waiting(lock.waiterCount(), lock.inside()),
                    note(lock, deadlocks));
        }
        for (OpenUpdate update : shown(open)) {
            table.add(
                    update.row().entry(),
                    "open",
                    Shown.millis(update.millis()),
                    "-",
                    world.workers().words(update) + ", thread "
                            + Shown.text(update.row().thread(), 40),
                    waiting(0, update.row().inside()),
                    "an update that is being computed, without a lock");
        }
        if (!table.isEmpty()) {
            table.lines().forEach(invocation::say);
        }
        deadlocks.forEach(deadlock -> invocation.say(" DEADLOCK  " + deadlock.words()));
        invocation.say(foot(world, locks, notShown(locks) + notShown(open)));
    }

    private <R> List<R> shown(List<R> rows) {
        return rows.subList(0, Math.min(limit, rows.size()));
    }

    private int notShown(List<?> rows) {
        return Math.max(0, rows.size() - limit);
    }

    private static String note(LockView lock, List<Deadlock> deadlocks) {
        return deadlocks.stream().anyMatch(deadlock -> deadlock.touches(lock.entry()))
                ? "DEADLOCK"
                : LockWords.note(lock);
    }

    private static String waiting(long inRedis, long inside) {
        return inside == 0 ? Long.toString(inRedis) : inRedis + " + " + inside;
    }

    private static String foot(World world, List<LockView> locks, int notShown) {
        long held = locks.stream().filter(lock -> lock.holderCount() > 0).count();
        long inRedis = locks.stream().mapToLong(LockView::waiterCount).sum();
        long inside = locks.stream().mapToLong(LockView::inside).sum();
        long topologies = world.workers().workers().stream()
                .map(each -> each.who().topology())
                .distinct()
                .count();
        String foot = String.format(
                Locale.ROOT,
                "%d held, %d waiting (%d in Redis, %d inside workers); %s of %s report%s",
                held,
                inRedis + inside,
                inRedis,
                inside,
                Shown.count(world.workers().workers().size(), "worker"),
                Shown.count(topologies, "topology"),
                oldest(world));
        if (!world.workers().connections().visible()) {
            foot += "; CLIENT LIST is not permitted: nobody can be called dead";
        }
        if (world.workers().unreadable() > 0) {
            foot += "; reports that cannot be read: " + world.workers().unreadable();
        }
        if (world.leftOut() > 0) {
            foot += "; locks that were not looked at: " + world.leftOut();
        }
        if (notShown > 0) {
            foot += "; rows beyond --limit: " + notShown;
        }
        return foot + "; " + seen(world);
    }

    private static String oldest(World world) {
        return world.workers().workers().stream().mapToLong(WorkerInfo::age).max().stream()
                .mapToObj(age -> ", " + Shown.millis(age) + " old at most")
                .findFirst()
                .orElse("");
    }

    private static String seen(World world) {
        if (world.walk().isEmpty()) {
            return "keys that no worker names were not looked for"
                    + (world.keys().orElse(0L) > 0 ? " among " + world.keys().get() + " (--scan)" : "");
        }
        WalkResult walk = world.walk().get();
        if (!walk.refusal().isEmpty()) {
            return "keys cannot be walked through: " + Shown.text(walk.refusal());
        }
        return walk.complete()
                ? "all " + walk.all() + " keys seen"
                : String.format(Locale.ROOT, "%d of %d keys seen, %.0f %%", walk.seen(), walk.all(), 100 * walk.part());
    }

    private ObjectNode json(World world, List<LockView> locks, List<OpenUpdate> open, List<Deadlock> deadlocks) {
        ObjectNode answer = JsonOutput.answer();
        ArrayNode rows = answer.putArray("locks");
        shown(locks).forEach(lock -> rows.add(JsonOutput.lock(lock)));
        ArrayNode updates = answer.putArray("open");
        shown(open).forEach(update -> updates.add(JsonOutput.open(update, world.workers())));
        answer.set("deadlocks", JsonOutput.tree(deadlocks));
        answer.put("workers", world.workers().workers().size())
                .put("connectionsVisible", world.workers().connections().visible())
                .put("unreadable", world.workers().unreadable())
                .put("leftOut", world.leftOut())
                .put("notShown", notShown(locks) + notShown(open));
        world.walk().ifPresent(walk -> answer.set("scan", JsonOutput.walk(walk)));
        return answer;
    }
}
