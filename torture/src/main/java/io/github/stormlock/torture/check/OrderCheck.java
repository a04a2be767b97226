package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.ChainLink;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.Todo;
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
                    compare(entry, last.put(Todo.parse(op.id(), "").source(), op), op, found);
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
        if (before != null
                && Todo.parse(before.id(), "").offset()
                        > Todo.parse(op.id(), "").offset()) {
            String what = op.id() + " follows " + before.id() + " in " + entry.key() + ", and was submitted before it";
            found.add(Violation.of(Violation.Kind.ORDER, what, before, op));
        }
    }
}
