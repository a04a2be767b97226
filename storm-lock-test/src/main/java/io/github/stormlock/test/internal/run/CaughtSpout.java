package io.github.stormlock.test.internal.run;

import java.util.Map;
import java.util.function.Consumer;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A spout that outlives what the spout of the test throws, as {@link CaughtBolt} does for bolts. The executor's thread
 * uses it.
 */
final class CaughtSpout implements ISpout {
    private static final long serialVersionUID = 1L;

    private final byte[] serialized;
    private transient @Nullable Life life;
    private transient boolean dead;

    /** The opened spout, and where it tells of its death. */
    private record Life(TopologyRun run, String component, ISpout spout) {}

    /** @param serialized the spout as the topology has it */
    CaughtSpout(byte[] serialized) {
        this.serialized = serialized.clone();
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector storm) {
        TopologyRun run = TopologyRun.of(conf);
        try {
            ISpout spout = Utils.javaDeserialize(serialized, ISpout.class);
            life = new Life(run, context.getThisComponentId(), spout);
            spout.open(conf, context, storm);
        } catch (Throwable thrown) {
            end(run, context.getThisComponentId(), thrown);
        }
    }

    private void end(TopologyRun run, String component, Throwable thrown) {
        run.died(component, thrown);
        dead = true;
    }

    private void call(Consumer<ISpout> method) {
        Life now = life;
        if (dead || now == null) {
            return;
        }
        try {
            method.accept(now.spout());
        } catch (Throwable thrown) {
            end(now.run(), now.component(), thrown);
        }
    }

    @Override
    public void nextTuple() {
        call(ISpout::nextTuple);
    }

    @Override
    public void ack(Object messageId) {
        call(spout -> spout.ack(messageId));
    }

    @Override
    public void fail(Object messageId) {
        call(spout -> spout.fail(messageId));
    }

    @Override
    public void activate() {
        call(ISpout::activate);
    }

    @Override
    public void deactivate() {
        call(ISpout::deactivate);
    }

    @Override
    public void close() {
        Life last = life;
        if (last != null) {
            try {
                last.spout().close();
            } catch (RuntimeException | Error thrown) {
                // As in CaughtBolt.
                if (!dead) {
                    throw thrown;
                }
            }
        }
    }
}
