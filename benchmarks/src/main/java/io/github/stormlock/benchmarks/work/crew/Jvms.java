package io.github.stormlock.benchmarks.work.crew;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A crew in JVMs of its own, which start to work together. */
public final class Jvms implements Crew {
    private final List<ChildJvm> children = new ArrayList<>();

    private Jvms() {}

    /** Starts one JVM for each duty, and returns when all are ready. */
    public static Jvms start(List<Duty> duties) throws IOException {
        Jvms jvms = new Jvms();
        try {
            for (Duty duty : duties) {
                jvms.children.add(ChildJvm.start(Peer.class, duty.arguments()));
            }
            for (ChildJvm child : jvms.children) {
                String unused = child.answer("ready");
            }
        } catch (IOException e) {
            jvms.close();
            throw e;
        }
        return jvms;
    }

    @Override
    public Work work(Duration length) throws IOException {
        for (ChildJvm child : children) {
            child.tell(Long.toString(length.toMillis()));
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

    @Override
    public void close() {
        children.forEach(ChildJvm::close);
    }
}
