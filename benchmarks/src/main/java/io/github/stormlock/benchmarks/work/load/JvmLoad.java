package io.github.stormlock.benchmarks.work.load;

import io.github.stormlock.test.internal.process.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A load in JVMs of a pool, which start to work together. */
public record JvmLoad(List<ChildJvm> children) implements LoadGenerator {
    /** Gives each duty to a JVM of its own, and returns when all are ready. */
    public static JvmLoad start(JvmPool jvmPool, List<JvmOrders> duties) throws IOException {
        List<ChildJvm> children = jvmPool.first(duties.size());
        for (int i = 0; i < duties.size(); i++) {
            children.get(i).tell(Peer.START + " " + Wire.word(duties.get(i)));
        }
        for (ChildJvm child : children) {
            child.answer(Peer.READY);
        }
        return new JvmLoad(children);
    }

    @Override
    public LoadResult work(Duration length) throws IOException {
        for (ChildJvm child : children) {
            child.tell(Peer.WORK + " " + length.toMillis());
        }
        List<Share> shares = new ArrayList<>();
        for (ChildJvm child : children) {
            shares.add(Wire.value(child.answer(), Share.class));
        }
        return new LoadResult(shares);
    }

    @Override
    public long finish() throws IOException {
        for (ChildJvm child : children) {
            child.tell(Peer.FINISH);
        }
        long sum = 0;
        for (ChildJvm child : children) {
            sum += Long.parseLong(child.answer(Peer.FINISH));
        }
        return sum;
    }

    @Override
    public @Nullable Duration cpu() {
        return ProcessorTime.of(children.stream().map(ChildJvm::handle).toList());
    }

    /** Returns when the contender has closed its connections in all JVMs. The JVMs stay for the next run. */
    @Override
    public void close() {
        try {
            for (ChildJvm child : children) {
                child.tell(Peer.END);
            }
            for (ChildJvm child : children) {
                child.answer(Peer.ENDED);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
