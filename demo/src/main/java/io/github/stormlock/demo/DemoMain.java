package io.github.stormlock.demo;

import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.run.StormRunner;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Starts the demo in a JVM of its own; {@code scripts/demo} builds it and calls this. */
public final class DemoMain {
    private static final long LONGEST_WAIT_SECONDS = 25;

    private DemoMain() {}

    /** Ends the JVM with 0 if all went well, 1 if the run failed, 2 if an input is wrong. */
    public static void main(String[] arguments) {
        Path out = Path.of(System.getProperty("storm-lock.demo.out", "build/demo"));
        // These must be set before any class that logs or draws is loaded.
        System.setProperty("java.awt.headless", "true");
        System.setProperty("log4j2.configurationFile", "classpath:io/github/stormlock/demo/log4j2.xml");
        CountDownLatch ended = new CountDownLatch(1);
        AtomicBoolean stops = new AtomicBoolean();
        endWith(Thread.currentThread(), stops, ended);
        int status = DemoCli.FAILED;
        try {
            Console console = new Console(System.out, Boolean.getBoolean("storm-lock.demo.terminal"));
            status = new DemoCli(console, System.err, out, new StormRunner(stops::get)).run(arguments);
        } finally {
            ended.countDown();
            System.exit(status);
        }
    }

    /** Interrupts the run on Ctrl-C and waits 25 s at most for its end, so that the Redis is left as it was found. */
    private static void endWith(Thread run, AtomicBoolean stops, CountDownLatch ended) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (ended.getCount() > 0) {
                stops.set(true);
                run.interrupt();
                awaitUnlessInterrupted(ended);
            }
        }));
    }

    private static void awaitUnlessInterrupted(CountDownLatch ended) {
        try {
            boolean inTime = ended.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                System.err.println("scripts/demo: the run did not end in time; entries may be left in the Redis");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
