package io.github.stormlock.torture.client;

import io.github.stormlock.test.internal.process.DaemonThread;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Interrupts a random one of some threads now and then, as long as one of them lives. */
record RandomInterrupts(List<Thread> threads) implements Runnable {
    private static final int LONGEST_PAUSE_MILLIS = 60;

    static void begin(List<Thread> threads) {
        DaemonThread.start("interrupts", new RandomInterrupts(threads));
    }

    @Override
    public void run() {
        while (threads.stream().anyMatch(Thread::isAlive)) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            LockSupport.parkNanos(1_000_000L * (1 + random.nextInt(LONGEST_PAUSE_MILLIS)));
            threads.get(random.nextInt(threads.size())).interrupt();
        }
    }
}
