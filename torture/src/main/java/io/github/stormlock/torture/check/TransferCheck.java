package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.ChainLink;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks that each transfer is in both of its accounts or in none, that no credit stands without its debit, and that nobody who looked at all accounts at one moment
 * saw a half.
 */
final class TransferCheck {
    private TransferCheck() {}

    static List<Violation> of(Evidence evidence) {
        Set<String> written = new HashSet<>();
        for (Entry entry : evidence.entries().values()) {
            for (ChainLink link : entry.chain()) {
                written.add(link.id());
            }
        }
        Set<String> maybeLost = relaysThatALossExplains(evidence);
        List<Violation> found = new ArrayList<>();
        Set<String> judged = new HashSet<>();
        for (Op op : evidence.history().ops()) {
            if (isWhole(op, maybeLost) && judged.add(op.id()) && isHalf(op.id(), written)) {
                String what = op.id() + " is in " + op.entry() + ", and its other half is nowhere";
                found.add(Violation.of(Violation.Kind.HALF, what, op));
            } else if (op.path().equals(PathNames.AUDIT) && op.why().startsWith(Op.HALF)) {
                found.add(Violation.of(Violation.Kind.HALF, "a part of a transfer was seen: " + op.why(), op));
            }
        }
        return found;
    }

    /**
     * Returns true if an update may not stand without its other half. A relay that is not settled may be debited and not
     * credited. It is never credited and not debited, unless the server lost the debit in between.
     */
    private static boolean isWhole(Op op, Set<String> maybeLost) {
        return op.path().equals(PathNames.TRANSFER)
                || (op.path().equals(PathNames.RELAY) && isCredit(op.id()) && !maybeLost.contains(twin(op.id())));
    }

    private static Set<String> relaysThatALossExplains(Evidence evidence) {
        return evidence.history().ops().stream()
                .filter(op -> op.path().equals(PathNames.RELAY) && evidence.mayBeLost(op))
                .map(Op::id)
                .collect(Collectors.toSet());
    }

    private static boolean isCredit(String id) {
        return id.lastIndexOf("&/") > 0;
    }

    private static boolean isHalf(String id, Set<String> written) {
        return written.contains(id) && !written.contains(twin(id));
    }

    /** Returns the id of the other half: its source has one more sign, or one less. */
    static String twin(String id) {
        int slash = id.lastIndexOf('/');
        String source = id.substring(0, slash);
        String other = source.endsWith("&") ? source.substring(0, source.length() - 1) : source + '&';
        return other + id.substring(slash);
    }
}
