package io.github.stormlock.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** A crew in this JVM. */
final class Threads implements Crew {
    private final Contender contender;
    private final int entries;
    private final int batch;
    private final int firstWorker;
    private final long[] numbers;
    private final ExecutorService workers;

    /** @param firstWorker so that workers of different JVMs have different numbers */
    Threads(Contender contender, int threads, int entries, int batch, int firstWorker) {
        this.contender = contender;
        this.entries = entries;
        this.batch = batch;
        this.firstWorker = firstWorker;
        this.numbers = new long[threads];
        this.workers = Executors.newFixedThreadPool(threads);
    }

    static String key(int entry) {
        return "entry:" + entry;
    }

    @Override
    public Work work(Duration length) throws Exception {
        LongAdder made = new LongAdder();
        long end = System.nanoTime() + length.toNanos();
        List<Future<Histogram>> running = new ArrayList<>();
        for (int i = 0; i < numbers.length; i++) {
            int worker = i;
            running.add(workers.submit(() -> one(worker, end, made)));
        }
        Histogram all = new Histogram(3);
        for (Future<Histogram> one : running) {
            all.add(one.get());
        }
        return new Work(List.of(made.sum()), all);
    }

    private Histogram one(int worker, long end, LongAdder made) {
        Histogram nanos = new Histogram(3);
        ThreadLocalRandom random = ThreadLocalRandom.current();
        do {
            List<String> keys =
                    random.ints(batch, 0, entries).mapToObj(Threads::key).toList();
            long begun = System.nanoTime();
            contender.addAll(keys, firstWorker + worker, numbers[worker]);
            nanos.recordValue(System.nanoTime() - begun);
            numbers[worker] += batch;
            made.add(batch);
        } while (System.nanoTime() - end < 0);
        return nanos;
    }

    @Override
    public void close() {
        workers.shutdownNow();
        contender.close();
    }
}
