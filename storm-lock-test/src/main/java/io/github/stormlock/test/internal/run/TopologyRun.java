package io.github.stormlock.test.internal.run;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the news of one run of a topology: which component threw first, what bolts reported last, and whose acks are
 * disturbed. Its tasks find it by their configuration, and all of it lives in one JVM. Thread-safe.
 */
public final class TopologyRun {
    /** The key of the configuration under which a task finds the run. Keys of the library would be refused. */
    private static final String KEY = "local.storm.run";

    private static final int MOST_REPORTS = 3;
    private static final Map<String, TopologyRun> ALL = new ConcurrentHashMap<>();

    private final String id = UUID.randomUUID().toString();
    private final Map<String, AckFaults> faults = new ConcurrentHashMap<>();
    private final Deque<Trouble> reports = new ArrayDeque<>();
    private @Nullable Trouble death;
    private boolean deathTold;
    private boolean ending;

    /** An exception that a component threw or reported. */
    private record Trouble(String component, Throwable thrown) {}

    private TopologyRun() {}

    /** Makes a run, and notes it in the configuration that its tasks will have. */
    public static TopologyRun begin(Map<String, Object> conf) {
        TopologyRun run = new TopologyRun();
        ALL.put(run.id, run);
        conf.put(KEY, run.id);
        return run;
    }

    /** Returns the run of a task; one that nobody looks at if the topology was not submitted by this harness. */
    public static TopologyRun of(Map<String, Object> conf) {
        TopologyRun run = conf.get(KEY) instanceof String id ? ALL.get(id) : null;
        return run == null ? new TopologyRun() : run;
    }

    /** Forgets a run that did not come about. */
    public void cancel() {
        ALL.remove(id);
    }

    /** Lets the acks of the tuples that a component emits be disturbed. */
    public void disturb(String component, AckFaults acks) {
        faults.put(component, acks);
    }

    /** Returns true if acks of any component may be disturbed. */
    boolean isDisturbed() {
        return !faults.isEmpty();
    }

    @Nullable
    AckFaults faultsOf(Tuple tuple) {
        return faults.get(tuple.getSourceComponent());
    }

    /** Notes that the topology is killed. Storm then interrupts its threads, and what they throw follows from that. */
    public synchronized void ending() {
        ending = true;
    }

    /**
     * Notes what would have ended the worker.
     *
     * @throws IllegalStateException if Storm takes it for the end of an executor whose topology is killed
     */
    synchronized void died(String component, Throwable thrown) {
        boolean silent = Utils.exceptionCauseIsInstanceOf(InterruptedException.class, thrown)
                || (Utils.exceptionCauseIsInstanceOf(InterruptedIOException.class, thrown)
                        && !Utils.exceptionCauseIsInstanceOf(SocketTimeoutException.class, thrown));
        if (silent) {
            throw new IllegalStateException(thrown);
        } else if (death == null && !ending) {
            death = new Trouble(component, thrown);
        }
    }

    /** Notes what a bolt has told Storm of. */
    synchronized void reported(String component, Throwable thrown) {
        if (reports.size() == MOST_REPORTS) {
            reports.removeFirst();
        }
        reports.add(new Trouble(component, thrown));
    }

    /**
     * Tells who waits that a component died. Waits ask often, so the message is made only if one did.
     *
     * @throws AssertionError if one did; the message ends with {@code meanwhile}
     */
    public synchronized void requireAlive(Supplier<String> meanwhile) {
        Trouble first = death;
        if (first != null) {
            deathTold = true;
            throw new AssertionError(
                    "Component '" + first.component() + "' threw " + first.thrown()
                            + ", which would have ended its worker; " + meanwhile.get(),
                    first.thrown());
        }
    }

    /**
     * Ends the run, whose death is told nobody afterwards.
     *
     * @throws AssertionError if a component died and nobody was told yet
     */
    public synchronized void end(String topology) {
        ALL.remove(id);
        try {
            if (!deathTold) {
                requireAlive(() -> "topology '" + topology + "' was closed");
            }
        } finally {
            death = null;
        }
    }

    /** Returns what bolts have reported last, as the end of a message. */
    public synchronized String reports() {
        StringBuilder text = new StringBuilder();
        for (Trouble report : reports) {
            text.append("; bolt '")
                    .append(report.component())
                    .append("' reported ")
                    .append(report.thrown());
        }
        return text.toString();
    }

    /** Returns what a bolt has reported last. */
    public synchronized @Nullable Throwable lastReport() {
        Trouble last = reports.peekLast();
        return last == null ? null : last.thrown();
    }
}
