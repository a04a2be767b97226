package io.github.stormlock.benchmarks.work.load;

import io.github.stormlock.test.internal.process.ChildJvm;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A load in JVMs of a pool, which start to work together. */
public record JvmLoad(List<ChildJvm> children) implements LoadGenerator {
    /** Gives each duty to a JVM of its own, and returns when all are ready. */
    public static JvmLoad start(JvmPool jvmPool, List<JvmOrders> duties) throws IOException {
        JvmLoad load = new JvmLoad(jvmPool.first(duties.size()));
        for (int i = 0; i < duties.size(); i++) {
            JvmOrders duty = duties.get(i);
            Wire.Order<Peer, Boolean> start = peer -> peer.start(duty);
            load.children.get(i).tell(Wire.word(start));
        }
        load.answers(Boolean.class);
        return load;
    }

    private <T extends Serializable> List<T> answers(Class<T> type) throws IOException {
        List<T> answers = new ArrayList<>();
        for (ChildJvm child : children) {
            answers.add(Wire.value(child.answer(), type));
        }
        return answers;
    }

    /** Lets all do the same at once, and returns what came of it. */
    private <T extends Serializable> List<T> all(Class<T> type, Wire.Order<Peer, T> order) throws IOException {
        for (ChildJvm child : children) {
            child.tell(Wire.word(order));
        }
        return answers(type);
    }

    @Override
    public LoadResult work(Duration length) throws IOException {
        return new LoadResult(all(Share.class, peer -> peer.load().work(length).last()));
    }

    @Override
    public long finish() throws IOException {
        return all(Long.class, peer -> peer.load().finish()).stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Override
    public @Nullable Duration cpu() {
        return ProcessorTime.of(children.stream().map(ChildJvm::handle).toList());
    }

    /** Returns when the contender has closed its connections in all JVMs. The JVMs stay for the next run. */
    @Override
    public void close() {
        try {
            all(Boolean.class, Peer::end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
