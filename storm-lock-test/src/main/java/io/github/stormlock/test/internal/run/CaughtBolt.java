package io.github.stormlock.test.internal.run;

import java.util.Map;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A bolt that outlives what the bolt of the test throws. Storm would end the worker, and on a local cluster the JVM with
 * the test in it. Here the run is told, and the task executes nothing more. If the output of the task ends, a fresh copy
 * of the bolt goes on in its place, as in a worker that was started again. The executor's thread uses it.
 */
final class CaughtBolt implements IBolt {
    private static final long serialVersionUID = 1L;

    private final byte[] serialized;
    private transient @Nullable Life life;
    private transient boolean dead;

    /** A prepared copy of the bolt, and what the first one was prepared from. */
    private record Life(
            Map<String, Object> conf, TopologyContext context, OutputCollector storm, TaskOutput output, IBolt bolt) {}

    /** @param serialized the bolt as the topology has it */
    CaughtBolt(byte[] serialized) {
        this.serialized = serialized.clone();
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector storm) {
        try {
            begin(conf, context, context, storm);
        } catch (Throwable thrown) {
            end(conf, context, thrown);
        }
    }

    private Life begin(Map<String, Object> conf, TopologyContext context, TopologyContext own, OutputCollector storm) {
        TaskOutput output = new TaskOutput(storm, context.getThisComponentId(), TopologyRun.of(conf));
        IBolt bolt = Utils.javaDeserialize(serialized, IBolt.class);
        Life fresh = new Life(conf, context, storm, output, bolt);
        life = fresh;
        bolt.prepare(conf, own, new OutputCollector(output));
        return fresh;
    }

    private void end(Map<String, Object> conf, TopologyContext context, Throwable thrown) {
        TopologyRun.of(conf).died(context.getThisComponentId(), thrown);
        dead = true;
    }

    @Override
    public void execute(Tuple tuple) {
        Life now = life;
        if (dead || now == null) {
            return;
        }
        try {
            if (now.output().hasEnded()) {
                // The copy is closed because its threads and connections live in this JVM.
                now.bolt().cleanup();
                now = begin(now.conf(), now.context(), new FreshContext(now.context(), now.conf()), now.storm());
            }
            if (now.output().begin(tuple)) {
                now.bolt().execute(tuple);
            }
        } catch (Throwable thrown) {
            end(now.conf(), now.context(), thrown);
        }
    }

    @Override
    public void cleanup() {
        Life last = life;
        if (last != null) {
            try {
                last.bolt().cleanup();
            } catch (RuntimeException | Error thrown) {
                // One that died while it was prepared may lack what it ends. Storm would end the JVM, and the death is
                // told.
                if (!dead) {
                    throw thrown;
                }
            }
        }
    }
}
