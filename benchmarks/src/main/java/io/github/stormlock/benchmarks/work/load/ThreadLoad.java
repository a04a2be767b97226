package io.github.stormlock.benchmarks.work.load;

import io.github.stormlock.benchmarks.contender.Computation;
import io.github.stormlock.benchmarks.contender.Contender;
import io.github.stormlock.benchmarks.contender.Contenders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** A load of threads in this JVM. */
public final class ThreadLoad implements LoadGenerator {
    private final JvmOrders duty;
    private final Computation computation;
    private final Contender contender;
    private final long[] numbers;
    private final ExecutorService workers;

    private ThreadLoad(JvmOrders duty, Computation computation, Contender contender) {
        this.duty = duty;
        this.computation = computation;
        this.contender = contender;
        this.numbers = new long[duty.jvm().threads()];
        this.workers = Executors.newFixedThreadPool(numbers.length);
    }

    /** Starts the contender and the threads. */
    public static ThreadLoad start(JvmOrders duty) {
        Computation computation = new Computation(duty.jvm().computing());
        Contender contender = Contenders.inTurn(
                duty.contender(), duty.target(), computation, duty.jvm().clients(), duty.entries());
        return new ThreadLoad(duty, computation, contender);
    }

    @Override
    public LoadResult work(Duration length) throws Exception {
        LongAdder made = new LongAdder();
        long computedBefore = computation.runs();
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
        return new LoadResult(List.of(new Share(made.sum(), computation.runs() - computedBefore, all)));
    }

    private Histogram one(int worker, long end, LongAdder made) {
        Histogram nanos = new Histogram(3);
        do {
            int number = duty.firstWorker() + worker;
            String key = duty.keys().pick(duty.entries(), number, numbers[worker]);
            long begun = System.nanoTime();
            contender.add(key, number, numbers[worker]);
            nanos.recordValue(System.nanoTime() - begun);
            numbers[worker]++;
            made.increment();
        } while (System.nanoTime() - end < 0);
        return nanos;
    }

    @Override
    public void close() {
        workers.shutdownNow();
        contender.close();
    }
}
