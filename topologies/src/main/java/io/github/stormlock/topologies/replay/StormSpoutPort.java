package io.github.stormlock.topologies.replay;

import java.util.concurrent.TimeUnit;
import org.apache.storm.spout.SpoutOutputCollector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits through Storm's collector. Reports one problem in 10 s at most.
 */
final class StormSpoutPort<E> implements SpoutPort<E> {

    private static final Logger LOG = LoggerFactory.getLogger(StormSpoutPort.class);
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final SpoutOutputCollector collector;
    private final ReplayingSpout<E> spout;

    private long quietUntil = System.nanoTime();

    StormSpoutPort(SpoutOutputCollector collector, ReplayingSpout<E> spout) {
        this.collector = collector;
        this.spout = spout;
    }

    @Override
    public void emit(String source, long offset, long low, E event) {
        collector.emit(spout.values(source, offset, low, event), offset);
    }

    @Override
    public void trouble(String what, Exception cause) {
        if (System.nanoTime() - quietUntil >= 0) {
            quietUntil = System.nanoTime() + QUIET_NANOS;
            LOG.warn("{}: {}", what, cause.toString());
            collector.reportError(new IllegalStateException(what, cause));
        }
    }
}
