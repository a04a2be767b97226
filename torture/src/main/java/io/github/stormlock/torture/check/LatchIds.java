package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The ids that clients counted down at one latch. */
final class LatchIds {
    private final List<Op> sent = new ArrayList<>();

    /** @param ops all attempts at the latch */
    LatchIds(List<Op> ops) {
        ops.stream().filter(op -> op.path().equals(PathNames.COUNT_DOWN)).forEach(sent::add);
    }

    /** Returns when the first id was sent; the end of time if none was. */
    long first() {
        return sent.stream().mapToLong(Op::invoked).min().orElse(Long.MAX_VALUE);
    }

    long sentBefore(long moment) {
        return sent.stream()
                .filter(op -> op.invoked() < moment)
                .map(Op::id)
                .distinct()
                .count();
    }

    /** Returns how many ids had counted for certain when this attempt was answered: its own, and those acked before. */
    long acked(Op op, Predicate<Op> stands) {
        return sent.stream()
                .filter(other -> other.isOk() && (other.answered() < op.invoked() || other.equals(op)))
                .filter(stands)
                .map(Op::id)
                .distinct()
                .count();
    }

    /** Returns when so many ids had been acked; the end of time if they never were. */
    long opened(long count) {
        List<String> ids = new ArrayList<>();
        List<Long> moments = sent.stream()
                .filter(Op::isOk)
                .sorted((one, other) -> Long.compare(one.answered(), other.answered()))
                .filter(op -> !ids.contains(op.id()) && ids.add(op.id()))
                .map(Op::answered)
                .toList();
        return moments.size() < count ? Long.MAX_VALUE : moments.get((int) count - 1);
    }
}
