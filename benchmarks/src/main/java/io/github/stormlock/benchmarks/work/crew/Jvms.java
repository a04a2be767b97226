package io.github.stormlock.benchmarks.work.crew;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A crew in JVMs of a fleet, which start to work together. */
public final class Jvms implements Crew {
    private final List<ChildJvm> children;

    private Jvms(List<ChildJvm> children) {
        this.children = children;
    }

    /** Gives each duty to a JVM of its own, and returns when all are ready. */
    public static Jvms start(Fleet fleet, List<Duty> duties) throws IOException {
        List<ChildJvm> children = fleet.first(duties.size());
        for (int i = 0; i < duties.size(); i++) {
            children.get(i)
                    .tell(Peer.START + " " + String.join(" ", duties.get(i).arguments()));
        }
        for (ChildJvm child : children) {
            String unused = child.answer(Peer.READY);
        }
        return new Jvms(children);
    }

    @Override
    public Work work(Duration length) throws IOException {
        for (ChildJvm child : children) {
            child.tell(Peer.WORK + " " + length.toMillis());
        }
        List<Share> shares = new ArrayList<>();
        for (ChildJvm child : children) {
            shares.add(Share.of(child.answer()));
        }
        return new Work(shares);
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
                String unused = child.answer(Peer.ENDED);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
