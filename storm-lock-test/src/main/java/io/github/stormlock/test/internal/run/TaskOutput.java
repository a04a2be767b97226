package io.github.stormlock.test.internal.run;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The output of one life of a bolt's task. It notes the errors that the bolt reports, and strikes where the bolt acks: it
 * makes a failure of the ack, or ends the life before it. After that nothing comes out any more. Storm is told that the
 * open tuples failed, which it would find out by their time-out. Thread-safe.
 */
final class TaskOutput implements IOutputCollector {
    private final IOutputCollector storm;
    private final String component;
    private final TopologyRun run;
    /** The tuples that were executed and not answered, since acks may be disturbed. Who takes one out answers it. */
    private final Set<Tuple> open = ConcurrentHashMap.newKeySet();

    private volatile boolean ended;

    TaskOutput(IOutputCollector storm, String component, TopologyRun run) {
        this.storm = storm;
        this.component = component;
        this.run = run;
    }

    /** Returns true if the life is over, and another one has to begin. */
    boolean hasEnded() {
        return ended;
    }

    /** Notes a tuple that is about to be executed. Returns false if it failed instead, because the life is over. */
    boolean begin(Tuple tuple) {
        if (run.isDisturbed()) {
            open.add(tuple);
            // Looked at after the tuple was added: the end sets its mark and then looks for tuples.
            if (ended && open.remove(tuple)) {
                failAsLost(tuple);
                return false;
            }
        }
        return true;
    }

    @Override
    public void ack(Tuple tuple) {
        if (!isTheBolts(tuple)) {
            return;
        }
        AckFaults faults = run.faultsOf(tuple);
        AckFaults.Fate fate = faults == null ? AckFaults.Fate.PASSED_ON : faults.ofAck(tuple.getValues());
        switch (fate) {
            case PASSED_ON -> storm.ack(tuple);
            case FAILED -> storm.fail(tuple);
            case LOST_WITH_ITS_TASK -> {
                end();
                storm.fail(tuple);
            }
        }
    }

    @Override
    public void fail(Tuple tuple) {
        if (isTheBolts(tuple)) {
            storm.fail(tuple);
        }
    }

    /**
     * Returns true if the bolt is the one who answers a tuple. Not all tuples are noted as open. Once the life is over the
     * bolt answers nothing: a failure in its cleanup is one of its death.
     */
    private boolean isTheBolts(Tuple tuple) {
        return !ended && (open.remove(tuple) || !ended);
    }

    private void end() {
        ended = true;
        for (Tuple tuple : List.copyOf(open)) {
            if (open.remove(tuple)) {
                failAsLost(tuple);
            }
        }
    }

    private void failAsLost(Tuple tuple) {
        AckFaults faults = run.faultsOf(tuple);
        if (faults != null) {
            faults.lostWithItsTask(tuple.getValues());
        }
        storm.fail(tuple);
    }

    @Override
    public List<Integer> emit(String stream, @Nullable Collection<Tuple> anchors, List<Object> values) {
        return ended ? List.of() : storm.emit(stream, anchors, values);
    }

    @Override
    public void emitDirect(int task, String stream, @Nullable Collection<Tuple> anchors, List<Object> values) {
        if (!ended) {
            storm.emitDirect(task, stream, anchors, values);
        }
    }

    @Override
    public void resetTimeout(Tuple tuple) {
        if (!ended) {
            storm.resetTimeout(tuple);
        }
    }

    @Override
    public void flush() {
        storm.flush();
    }

    @Override
    public void reportError(Throwable error) {
        if (!ended) {
            run.reported(component, error);
            storm.reportError(error);
        }
    }
}
