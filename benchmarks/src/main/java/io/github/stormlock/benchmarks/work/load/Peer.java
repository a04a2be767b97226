package io.github.stormlock.benchmarks.work.load;

import io.github.stormlock.test.internal.process.ChildJvm;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A JVM of a pool. It starts a contender, works, and ends the contender, as each line on standard input says. */
public final class Peer implements AutoCloseable {
    /** Followed by a {@link JvmOrders}. */
    static final String START = "start";

    static final String READY = "ready";

    /** Followed by milliseconds, and answered by a {@link Share}. */
    static final String WORK = "work";

    /** Answered by the same word and a number of updates. */
    static final String FINISH = "finish";

    static final String END = "end";
    static final String ENDED = "ended";

    private final Starter starter;
    private @Nullable LoadGenerator load;

    private Peer(Starter starter) {
        this.starter = starter;
    }

    /** Starts the load that the orders describe. */
    public interface Starter {
        LoadGenerator start(JvmOrders orders) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        serve(ThreadLoad::start);
    }

    /** Obeys the lines on standard input, and ends this JVM when the input ends. */
    public static void serve(Starter starter) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Peer peer = new Peer(starter)) {
            String line = in.readLine();
            while (line != null) {
                peer.obey(line.split(" ", -1));
                line = in.readLine();
            }
        }
        System.exit(0);
    }

    private void obey(String[] words) throws Exception {
        switch (words[0]) {
            case START -> {
                load = starter.start(Wire.value(words[1], JvmOrders.class));
                ChildJvm.say(READY);
            }
            case WORK -> ChildJvm.say(work(Duration.ofMillis(Long.parseLong(words[1]))));
            case FINISH -> ChildJvm.say(FINISH + " " + started().finish());
            case END -> {
                close();
                ChildJvm.say(ENDED);
            }
            default -> throw new IllegalArgumentException("neither start nor work nor end: " + words[0]);
        }
    }

    private String work(Duration length) throws Exception {
        return Wire.word(started().work(length).last());
    }

    private LoadGenerator started() {
        LoadGenerator started = load;
        if (started == null) {
            throw new IllegalStateException("told to work before a contender was started");
        }
        return started;
    }

    @Override
    public void close() {
        LoadGenerator started = load;
        load = null;
        if (started != null) {
            started.close();
        }
    }
}
