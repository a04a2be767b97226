package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.ChainLink;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that each entry is a chain that contains every acked update, and none twice. */
final class ChainCheck {
    private final Evidence evidence;
    private final Map<String, List<Op>> byId = new LinkedHashMap<>();
    private final Map<Loss, Map<String, Op>> survivors = new HashMap<>();
    private final List<Violation> found = new ArrayList<>();

    private ChainCheck(Evidence evidence) {
        this.evidence = evidence;
        for (Op op : evidence.history().ops()) {
            if (op.isOfAnUpdate()) {
                byId.computeIfAbsent(op.id(), any -> new ArrayList<>(1)).add(op);
            }
        }
    }

    static List<Violation> of(Evidence evidence) {
        ChainCheck check = new ChainCheck(evidence);
        Map<String, List<Place>> places = check.places();
        check.byId.forEach((id, ops) -> check.once(ops, places.getOrDefault(id, List.of())));
        evidence.entries().values().forEach(check::chain);
        return check.found;
    }

    /** The place where an update was found: number n of an entry, from 1. */
    private record Place(Entry entry, int n) {
        @Override
        public String toString() {
            return entry.key() + " has " + entry.chain().get(n - 1).id() + " as number " + n;
        }
    }

    private Map<String, List<Place>> places() {
        Map<String, List<Place>> places = new HashMap<>();
        for (Entry entry : evidence.entries().values()) {
            for (int n = 1; n <= entry.chain().size(); n++) {
                String id = entry.chain().get(n - 1).id();
                places.computeIfAbsent(id, any -> new ArrayList<>(1)).add(new Place(entry, n));
            }
        }
        return places;
    }

    private void once(List<Op> attempts, List<Place> places) {
        Op first = attempts.get(0);
        if (places.size() > 1) {
            add(Violation.Kind.DOUBLED, first.id() + " is in the chain " + places.size() + " times", attempts, places);
        } else if (places.isEmpty() && attempts.stream().anyMatch(Op::isOk)) {
            missing(attempts);
        } else if (places.size() == 1 && attempts.stream().allMatch(op -> op.outcome() == HistoryLine.Kind.FAILED)) {
            add(Violation.Kind.DOUBLED, first.id() + " was said not to be written, and is", attempts, places);
        }
    }

    private void missing(List<Op> attempts) {
        // The first ack counts. A repetition of an event below the low is a replay, even if the first write is gone.
        Op acked = attempts.stream()
                .filter(Op::isOk)
                .min(Comparator.comparingLong(Op::answered))
                .orElseThrow();
        Optional<Loss> explains = evidence.losses().stream()
                .filter(loss -> loss.mayExplain(acked.entry(), acked.invoked(), acked.answered()))
                .findFirst();
        if (explains.isPresent()) {
            notATail(acked, attempts, explains.get());
            return;
        }
        add(Violation.Kind.LOST, acked.id() + " was acked and is not in " + acked.entry(), attempts, List.of());
    }

    /** A server loses the end of a chain: everything that came after a missing update must be missing too. */
    private void notATail(Op acked, List<Op> attempts, Loss loss) {
        Op later = survivors.computeIfAbsent(loss, this::lastSurvivors).get(acked.entry());
        if (!isPlaceKnown(acked, attempts) || later == null || later.n() < acked.n()) {
            return;
        }
        String what = acked.id() + ", number " + acked.n() + " of " + acked.entry() + ", is missing, but " + later.id()
                + ", which came later, is there: the server lost more than a tail";
        List<Op> witness = new ArrayList<>(attempts);
        witness.add(later);
        add(Violation.Kind.LOST, what, witness, List.of());
    }

    /**
     * Returns true if an update was acked with its place in the chain. A bolt does not tell its replays: if it was sent
     * again, the number may be one that its update computed on a guess, before Redis told the replay.
     */
    private static boolean isPlaceKnown(Op acked, List<Op> attempts) {
        boolean sentBefore = attempts.stream().anyMatch(attempt -> attempt.invoked() < acked.invoked());
        return acked.n() > 0 && !(sentBefore && PathNames.isOfABolt(acked.path()));
    }

    /** Returns for each entry the last update that the lost server acked and that is still there, in its place. */
    private Map<String, Op> lastSurvivors(Loss loss) {
        Map<String, Op> last = new HashMap<>();
        for (Op op : evidence.history().ops()) {
            Entry entry = evidence.entries().get(op.entry());
            if (op.isOk()
                    && op.n() > 0
                    && op.answered() < loss.old()
                    && isNotOpenAfter(op.id(), loss)
                    && entry != null
                    && op.n() <= entry.chain().size()
                    && entry.chain().get((int) op.n() - 1).id().equals(op.id())) {
                last.merge(op.entry(), op, (one, other) -> one.n() > other.n() ? one : other);
            }
        }
        return last;
    }

    /** Returns false if the event was open after the loss: it may be written anew then, and get its old place. */
    private boolean isNotOpenAfter(String id, Loss loss) {
        return byId.getOrDefault(id, List.of()).stream().allMatch(attempt -> attempt.answered() < loss.old());
    }

    private void chain(Entry entry) {
        if (!entry.torn().isEmpty()) {
            found.add(new Violation(Violation.Kind.TORN, entry.key() + ": " + entry.torn(), List.of()));
        }
        String before = ChainLink.NOBODY;
        for (int n = 1; n <= entry.chain().size(); n++) {
            ChainLink link = entry.chain().get(n - 1);
            if (!link.before().equals(before)) {
                String what = link.id() + ", number " + n + " of " + entry.key() + ", was made on top of "
                        + link.before() + ", but follows " + before;
                add(Violation.Kind.FORKED, what, byId.getOrDefault(link.id(), List.of()), List.of());
                return;
            }
            before = link.id();
        }
    }

    private void add(Violation.Kind kind, String what, List<Op> ops, List<Place> places) {
        found.add(Violation.of(
                kind, what, Stream.concat(ops.stream(), places.stream()).toArray()));
    }
}
