package io.github.stormlock.benchmarks.work.crew;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A crew's JVM: works as many milliseconds as each line on standard input says, and answers with its share of the work. */
final class Peer {
    private Peer() {}

    /**
     * Ends when its input does.
     *
     * @param arguments its {@link Duty}
     */
    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Crew crew = Threads.start(Duty.of(arguments))) {
            ChildJvm.say("ready");
            String line = in.readLine();
            while (line != null) {
                Work work = crew.work(Duration.ofMillis(Long.parseLong(line)));
                ChildJvm.say(work.last().line());
                line = in.readLine();
            }
        }
        System.exit(0);
    }
}
