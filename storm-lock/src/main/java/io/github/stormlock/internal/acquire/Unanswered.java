package io.github.stormlock.internal.acquire;

import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Keeps script calls that have to reach Redis and were not answered. They are sent again, all in one pipeline, until
 * an answer comes or until they are of no use any more. Only for scripts that do nothing when they run a second time.
 * Thread-safe.
 */
public final class Unanswered {
    private final Ticker ticker;
    private final Queue<Owed> owed = new ConcurrentLinkedQueue<>();

    /**
     * A call without an answer.
     *
     * @param name the names of the locks
     * @param untilNanos the time of the ticker from which on it is of no use
     * @param events told of a wake-up that could not be sent
     */
    public record Owed(ScriptCall call, String name, long untilNanos, SafeLockEvents events) {
        /** Returns false if an error came in place of an answer, so that it is to be sent again. */
        boolean isAnsweredBy(@Nullable Object answer) {
            if (answer instanceof RedisException e) {
                LockErrors.log(
                        "a release of lock {}, or the withdrawal of a waiter, was not answered and is sent again: {}",
                        name,
                        e);
                return false;
            }
            events.watchHandover(answer);
            return true;
        }
    }

    public Unanswered(Ticker ticker) {
        this.ticker = ticker;
    }

    public void add(Owed call) {
        owed.add(call);
    }

    public boolean isEmpty() {
        return owed.isEmpty();
    }

    /** Sends each of them once. A call that another thread is sending is not sent by this one. */
    public void send(Exchange exchange, long budgetNanos) {
        List<Owed> left = take();
        if (left.isEmpty()) {
            return;
        }
        try {
            left = withoutAnswer(
                    left, exchange.runAll(left.stream().map(Owed::call).toList(), budgetNanos));
        } finally {
            owed.addAll(left);
        }
    }

    private List<Owed> take() {
        List<Owed> taken = new ArrayList<>();
        for (Owed next = owed.poll(); next != null; next = owed.poll()) {
            if (next.untilNanos() - ticker.nanos() > 0) {
                taken.add(next);
            }
        }
        return taken;
    }

    private static List<Owed> withoutAnswer(List<Owed> sent, List<@Nullable Object> answers) {
        List<Owed> left = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            if (!sent.get(i).isAnsweredBy(answers.get(i))) {
                left.add(sent.get(i));
            }
        }
        return left;
    }
}
