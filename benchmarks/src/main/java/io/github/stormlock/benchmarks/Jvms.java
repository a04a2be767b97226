package io.github.stormlock.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** A crew in JVMs of its own, which start to work together. */
final class Jvms implements Crew {
    private final List<ChildJvm> children = new ArrayList<>();

    /** @param target of each JVM */
    Jvms(Scenario scenario, String contender, Target target) throws IOException {
        int threads = scenario.threads() / scenario.jvms();
        try {
            for (int i = 0; i < scenario.jvms(); i++) {
                children.add(ChildJvm.start(Peer.class, arguments(scenario, contender, target, i * threads)));
            }
            for (ChildJvm child : children) {
                String unused = child.answer("ready");
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private static List<String> arguments(Scenario scenario, String contender, Target target, int firstWorker) {
        Stream<Integer> numbers =
                Stream.of(scenario.threads() / scenario.jvms(), scenario.entries(), scenario.batch(), firstWorker);
        return Stream.of(Stream.of(contender), target.arguments().stream(), numbers.map(Object::toString))
                .flatMap(same -> same)
                .toList();
    }

    @Override
    public Work work(Duration length) throws IOException {
        for (ChildJvm child : children) {
            child.tell(Long.toString(length.toMillis()));
        }
        List<Long> made = new ArrayList<>();
        Histogram all = new Histogram(3);
        for (ChildJvm child : children) {
            String[] parts = child.answer().split(" ", 2);
            made.add(Long.valueOf(parts[0]));
            byte[] bytes = Base64.getDecoder().decode(parts[1]);
            all.add(Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0));
        }
        return new Work(made, all);
    }

    @Override
    public void close() {
        children.forEach(ChildJvm::close);
    }
}
