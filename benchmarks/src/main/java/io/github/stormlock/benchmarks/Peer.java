package io.github.stormlock.benchmarks;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;

/** A crew's JVM: works as many milliseconds as each line on standard input says, and answers with updates and latencies. */
final class Peer {
    private static final int TARGET_AT = 1;
    private static final int NUMBERS_AT = 5;

    private Peer() {}

    /**
     * Ends when its input does.
     *
     * @param arguments contender, target, threads, entries, batch, number of the first worker
     */
    public static void main(String[] arguments) throws Exception {
        int[] n = Arrays.stream(arguments)
                .skip(NUMBERS_AT)
                .mapToInt(Integer::parseInt)
                .toArray();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Contender contender = Contenders.start(arguments[0], Target.of(arguments, TARGET_AT));
        try (Crew crew = new Threads(contender, n[0], n[1], n[2], n[3])) {
            ChildJvm.say("ready");
            String line = in.readLine();
            while (line != null) {
                Crew.Work work = crew.work(Duration.ofMillis(Long.parseLong(line)));
                ChildJvm.say(work.total() + " " + encoded(work));
                line = in.readLine();
            }
        }
        System.exit(0);
    }

    private static String encoded(Crew.Work work) {
        ByteBuffer bytes = ByteBuffer.allocate(work.nanos().getNeededByteBufferCapacity());
        int length = work.nanos().encodeIntoByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }
}
