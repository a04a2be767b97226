package io.github.stormlock.insight.read;

import io.github.stormlock.insight.read.LockView.Grip;
import io.github.stormlock.insight.read.LockView.Kind;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.Reply;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.lock.insight.LockToken;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Looks at locks: all their keys in one pipeline, so that each is shown as it is at this moment. For one look. */
final class LockReader {
    private static final String MARKER = "storm-lock:readers";
    private static final String DOOR = "storm-lock:door";
    private static final String SEEN = "seen:";
    private static final long PLACE_AFTER_COMING = 10_000;
    private static final long ALIVE_MILLIS = 1_000;
    /** A gift stands for so long, unless it is taken. */
    private static final long GIFT_MILLIS = 50;

    /** The most holders and waiters of each lock that are shown. */
    private static final int MOST = 50;

    private static final int MOST_BESIDES = 500;

    private final RedisServers servers;
    private final LockNames names;
    private final WorkerDirectory workers;
    /** How many wait inside workers, by their entries, or the digests of these. */
    private final Map<String, Long> inside = new HashMap<>();

    /** Which lock is looked at. */
    record Name(String entry, Kind kind) {}

    LockReader(RedisServers servers, LockNames names, WorkerDirectory workers) {
        this.servers = servers;
        this.names = names;
        this.workers = workers;
        workers.workers().forEach(this::countInside);
    }

    List<LockView> read(Collection<Name> locks) {
        return servers.askEach(locks, this::queries, this::view);
    }

    /** Returns as many questions for each kind, so that answers are found again. */
    private List<Query> queries(Name lock) {
        String key = key(lock);
        String waiting = waitingKey(lock);
        String members = lock.kind() == Kind.LOCK ? names.readers(lock.entry()) : key;
        boolean latch = lock.kind() == Kind.LATCH;
        return List.of(
                Query.routed(key, List.of("TIME")),
                Query.of("TYPE", key),
                Query.of("PTTL", key),
                latch ? Query.of("HGET", key, "count") : Query.of("GET", key),
                latch ? Query.of("HLEN", key) : Query.of("ZCARD", members),
                latch
                        ? Query.of("HGET", key, "open")
                        // The last to end come first: those whose leases are over stay until somebody comes.
                        : Query.of("ZRANGE", members, "0", Integer.toString(MOST - 1), "REV", "WITHSCORES"),
                Query.of("ZCARD", waiting),
                Query.of("ZRANGEBYSCORE", waiting, "(0", "+inf", "WITHSCORES", "LIMIT", "0", Integer.toString(MOST)),
                Query.of(
                        "ZRANGEBYSCORE",
                        waiting,
                        "-inf",
                        "(0",
                        "WITHSCORES",
                        "LIMIT",
                        "0",
                        Integer.toString(MOST_BESIDES)));
    }

    private String key(Name lock) {
        return switch (lock.kind()) {
            case LOCK -> names.lock(lock.entry());
            case PERMITS -> names.permits(lock.entry());
            case LATCH -> names.latch(lock.entry());
        };
    }

    private String waitingKey(Name lock) {
        return switch (lock.kind()) {
            case LOCK -> names.waiting(lock.entry());
            case PERMITS -> names.waitingForPermits(lock.entry());
            case LATCH -> names.waitingForLatch(lock.entry());
        };
    }

    private LockView view(Name lock, List<Reply> replies) {
        long now = replies.get(0).micros().orElse(1_000 * System.currentTimeMillis()) / 1_000;
        String type = replies.get(1).text().orElse("");
        long left = replies.get(2).number().orElse(-1);
        Map<String, Long> besides = scores(replies.get(8));
        List<WaiterView> waiters = waiters(replies.get(7), besides, now);
        long waiting = Math.max(waiters.size(), replies.get(6).number().orElse(0) - besides.size());
        View view = new View(lock, key(lock), waiters, waiting, inside(lock.entry()), left);
        String refusal = refusal(lock, replies);
        if (!refusal.isEmpty()) {
            return view.with(Grip.REFUSED, List.of(), 0, Shown.text(refusal, 160));
        }
        if (type.equals("none")) {
            return view.with(Grip.FREE, List.of(), 0, Shown.text(forbidden(replies.subList(6, replies.size())), 160));
        }
        return switch (lock.kind()) {
            case LOCK -> ofLock(view, type, replies, now);
            case PERMITS -> ofPermits(view, type, replies, now);
            case LATCH -> ofLatch(view, type, replies);
        };
    }

    /** Returns why it cannot be told who has a lock; empty if it can. Who waits is another question. */
    private static String refusal(Name lock, List<Reply> replies) {
        boolean shared = lock.kind() != Kind.LOCK
                || replies.get(3).text().filter(MARKER::equals).isPresent();
        return replies.get(1).isRefused() ? replies.get(1).refusal() : forbidden(replies.subList(0, shared ? 6 : 4));
    }

    private static String forbidden(List<Reply> replies) {
        return replies.stream()
                .filter(Reply::isForbidden)
                .map(Reply::refusal)
                .findFirst()
                .orElse("");
    }

    /** The part of a view that is the same no matter who has the lock. */
    private record View(Name lock, String key, List<WaiterView> waiters, long waiting, long inside, long left) {
        LockView with(Grip grip, List<HolderView> holders, long count, String detail) {
            return new LockView(
                    lock.entry(), lock.kind(), key, grip, holders, count, waiters, waiting, inside, left, detail);
        }
    }

    private LockView ofLock(View view, String type, List<Reply> replies, long now) {
        if (!type.equals("string")) {
            return view.with(Grip.WRONG_TYPE, List.of(), 0, Shown.text(type));
        }
        String value = replies.get(3).text().orElse("");
        if (value.isEmpty() && replies.get(3).isNothing()) {
            return view.with(Grip.FREE, List.of(), 0, "");
        }
        if (value.equals(DOOR)) {
            return view.with(Grip.GIFT, List.of(), 0, "readers");
        }
        if (value.equals(MARKER)) {
            List<HolderView> readers = members(replies.get(5), now);
            return view.with(Grip.READERS, readers, together(readers, replies), "");
        }
        Optional<LockToken> token = LockToken.parse(value);
        HolderView holder = holder(value, token, view.left());
        if (token.isEmpty()) {
            return view.with(Grip.STRANGER, List.of(holder), 1, "");
        }
        boolean gift =
                view.left() >= 0 && view.left() <= GIFT_MILLIS && holder.row().isEmpty();
        return view.with(gift ? Grip.GIFT : Grip.HELD, List.of(holder), 1, "");
    }

    private LockView ofPermits(View view, String type, List<Reply> replies, long now) {
        if (!type.equals("zset")) {
            return view.with(Grip.WRONG_TYPE, List.of(), 0, Shown.text(type));
        }
        List<HolderView> holders = members(replies.get(5), now);
        String size = holders.stream()
                .map(holder -> permitsOf(holder.value()))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
        return view.with(holders.isEmpty() ? Grip.FREE : Grip.HELD, holders, together(holders, replies), size);
    }

    /** Returns the number of permits that there are, as a token tells it: the last number before the step. */
    private static String permitsOf(String member) {
        int colon = member.lastIndexOf(':');
        int dot = colon < 0 ? -1 : member.lastIndexOf('.', colon);
        return dot < 0 ? "" : Shown.text(member.substring(dot + 1, colon), 12);
    }

    private LockView ofLatch(View view, String type, List<Reply> replies) {
        if (!type.equals("hash")) {
            return view.with(Grip.WRONG_TYPE, List.of(), 0, Shown.text(type));
        }
        String count = Shown.text(replies.get(3).text().orElse("?"), 12);
        boolean open = !replies.get(5).isNothing();
        long come = Math.max(0, replies.get(4).number().orElse(1) - 1);
        return view.with(open ? Grip.FREE : Grip.HELD, List.of(), 0, open ? "open" : come + " of " + count);
    }

    /** Returns how many hold a lock together. Behind those that were asked for, leases that are over count, too. */
    private static long together(List<HolderView> running, List<Reply> replies) {
        return running.size() < scores(replies.get(5)).size()
                ? running.size()
                : Math.max(running.size(), replies.get(4).number().orElse(0));
    }

    /** Returns those that hold a lock together, whose leases run, the first to end in front. */
    private List<HolderView> members(Reply reply, long now) {
        List<HolderView> holders = new ArrayList<>();
        scores(reply).forEach((member, ends) -> {
            if (ends > now) {
                String token = member.endsWith(":") ? member + "1" : member;
                holders.add(holder(member, LockToken.parse(token), ends - now));
            }
        });
        Collections.reverse(holders);
        return holders;
    }

    private HolderView holder(String value, Optional<LockToken> token, long left) {
        @Nullable
        WorkerInfo worker =
                token.flatMap(parts -> workers.worker(parts.factory())).orElse(null);
        Optional<HeldRow> row = worker == null ? Optional.empty() : token.flatMap(parts -> worker.held(parts.number()));
        long age = worker == null ? 0 : worker.age();
        return new HolderView(
                value,
                token,
                left,
                token.map(workers::words).orElseGet(() -> "(stranger) \"" + Shown.text(value, 40) + "\""),
                token.map(workers::sign).orElse(LifeSign.UNKNOWN),
                row,
                row.map(held -> OptionalLong.of(held.age() + age)).orElse(OptionalLong.empty()),
                worker == null || row.isPresent() ? 0 : worker.cut().getOrDefault("held", 0L));
    }

    private List<WaiterView> waiters(Reply reply, Map<String, Long> besides, long now) {
        List<WaiterView> waiters = new ArrayList<>();
        scores(reply).forEach((note, place) -> {
            Optional<LockToken> token = LockToken.parse(note);
            Long seen = token.map(parts -> besides.get(SEEN + parts.factory())).orElse(null);
            waiters.add(new WaiterView(
                    note,
                    token,
                    Math.max(0, now - (place - PLACE_AFTER_COMING)),
                    token.map(workers::words).orElseGet(() -> "(stranger) \"" + Shown.text(note, 40) + "\""),
                    token.map(workers::sign).orElse(LifeSign.UNKNOWN),
                    seen != null ? now + seen >= ALIVE_MILLIS : place <= now,
                    token.flatMap(parts ->
                            workers.worker(parts.factory()).flatMap(worker -> worker.waiting(parts.number())))));
        });
        return waiters;
    }

    /** Returns members and their scores, in the order of the answer. */
    private static Map<String, Long> scores(Reply reply) {
        Map<String, Long> scores = new LinkedHashMap<>();
        List<Reply> list = reply.list();
        for (int i = 0; i + 1 < list.size(); i += 2) {
            try {
                double score = Double.parseDouble(list.get(i + 1).text().orElse("0"));
                scores.put(list.get(i).text().orElse(""), (long) score);
            } catch (NumberFormatException noScore) {
                // A server does not answer so.
            }
        }
        return scores;
    }

    /** Counts those who wait inside a worker, by their entries. */
    private void countInside(WorkerInfo worker) {
        Map<String, Long> own = new HashMap<>();
        worker.waits().forEach(row -> own.merge(row.entry(), row.inside() + (row.hasPlace() ? 0 : 1), Long::sum));
        // Those behind an open update wait for their turn, too: the rows are of the same queue.
        worker.open().forEach(row -> own.merge(row.entry(), row.inside(), Math::max));
        own.forEach((entry, count) -> inside.merge(entry, count, Long::sum));
    }

    private long inside(String entry) {
        return inside.getOrDefault(entry, 0L) + inside.getOrDefault(EntryDigest.of(entry), 0L);
    }
}
