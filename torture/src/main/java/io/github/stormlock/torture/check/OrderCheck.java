package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.ChainLink;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the updates of one entry that one thread or task submitted are in the chain in that order. Only updates that
 * were submitted once and acked are judged: an update that is sent again is written where it is sent again.
 */
final class OrderCheck {
    private OrderCheck() {}

    static List<Violation> of(Evidence evidence) {
        Map<String, Op> once = submittedOnce(evidence);
        List<Violation> found = new ArrayList<>();
        for (Entry entry : evidence.entries().values()) {
            Map<String, Op> last = new HashMap<>();
            for (ChainLink link : entry.chain()) {
                Op op = once.get(link.id());
                if (op != null && isJudged(op)) {
                    compare(entry, last.put(source(op), op), op, found);
                }
            }
        }
        return found;
    }

    private static Map<String, Op> submittedOnce(Evidence evidence) {
        Map<String, Op> once = new HashMap<>();
        Map<String, Integer> attempts = new HashMap<>();
        for (Op op : evidence.history().ops()) {
            attempts.merge(op.id(), 1, Integer::sum);
            once.put(op.id(), op);
        }
        once.keySet().removeIf(id -> attempts.getOrDefault(id, 0) > 1);
        return once;
    }

    private static boolean isJudged(Op op) {
        return op.isOk() && PathNames.isOrdered(op.path()) && op.id().indexOf('/') > 0;
    }

    private static void compare(Entry entry, @Nullable Op before, Op op, List<Violation> found) {
        if (before != null && number(before) > number(op)) {
            String what = op.id() + " follows " + before.id() + " in " + entry.key() + ", and was submitted before it";
            found.add(new Violation(Violation.Kind.ORDER, what, List.of(before.toString(), op.toString())));
        }
    }

    /**
     * Returns the source of an update. An id is a source, a slash and a number that rises with each update of the source.
     */
    private static String source(Op op) {
        return op.id().substring(0, op.id().lastIndexOf('/'));
    }

    private static long number(Op op) {
        return Long.parseLong(op.id().substring(op.id().lastIndexOf('/') + 1));
    }
}
