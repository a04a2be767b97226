package io.github.stormlock.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** One contender in one round: warm-up, measurement, and the count of what is in Redis against what was made. */
final class Run {
    private final Scenario scenario;
    private final Contender contender;
    private final ServerView server;
    private final LongAdder made = new LongAdder();
    private final long[] numbers;

    Run(Scenario scenario, Contender contender, ServerView server) {
        this.scenario = scenario;
        this.contender = contender;
        this.server = server;
        this.numbers = new long[scenario.threads()];
    }

    RunResult measure(Plan plan) throws InterruptedException, ExecutionException {
        ExecutorService workers = Executors.newFixedThreadPool(scenario.threads());
        try {
            Histogram warm = phase(workers, plan.warmUp());
            long madeBefore = made.sum();
            if (warm.getTotalCount() == 0) {
                throw new IllegalStateException("no update was made in the warm-up");
            }
            long commandsBefore = server.commands();
            long begun = System.nanoTime();
            Histogram nanos = phase(workers, plan.measured());
            double seconds = (System.nanoTime() - begun) / 1e9;
            // The second of the two reads counts itself.
            double commands = server.commands() - commandsBefore - 1.0;
            double ops = made.sum() - madeBefore;
            return new RunResult(ops / seconds, nanos, commands / ops, made.sum() - server.sum(scenario.entries()));
        } finally {
            workers.shutdownNow();
        }
    }

    private Histogram phase(ExecutorService workers, Duration length) throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + length.toNanos();
        List<Future<Histogram>> running = new ArrayList<>();
        for (int i = 0; i < scenario.threads(); i++) {
            int worker = i;
            running.add(workers.submit(() -> work(worker, end)));
        }
        Histogram all = new Histogram(3);
        for (Future<Histogram> one : running) {
            all.add(one.get());
        }
        return all;
    }

    private Histogram work(int worker, long end) {
        Histogram nanos = new Histogram(3);
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long begun = System.nanoTime();
        while (begun - end < 0) {
            List<String> keys = random.ints(scenario.batch(), 0, scenario.entries())
                    .mapToObj(ServerView::key)
                    .toList();
            begun = System.nanoTime();
            contender.addAll(keys, worker, numbers[worker]);
            long now = System.nanoTime();
            nanos.recordValue(now - begun);
            numbers[worker] += scenario.batch();
            made.add(scenario.batch());
            begun = now;
        }
        return nanos;
    }
}
