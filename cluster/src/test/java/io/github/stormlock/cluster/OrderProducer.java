package io.github.stormlock.cluster;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends orders of a few customers at a steady pace until it is finished, and knows what each of them must come to. */
final class OrderProducer implements AutoCloseable {
    private static final int CUSTOMERS = 20;
    private static final long MILLIS_BETWEEN = 4;

    private final KafkaProducer<String, String> producer;
    private final List<String> topics;
    private final Random random;
    private final Map<String, String> expected = new TreeMap<>();
    private final Map<String, long[]> totals = new TreeMap<>();
    private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong sent = new AtomicLong();
    private final Thread thread = new Thread(this::send, "orders");
    private volatile boolean finished;

    OrderProducer(String broker, List<String> topics, long seed) {
        this.topics = topics;
        this.random = new Random(seed);
        // It is idempotent by default, and keeps an order for as long as the broker may be away.
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        broker,
                        ProducerConfig.METADATA_MAX_AGE_CONFIG,
                        1_000,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        300_000,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        300_000),
                new StringSerializer(),
                new StringSerializer());
        thread.start();
    }

    private void send() {
        try {
            while (!finished) {
                String customer = "customer-" + random.nextInt(CUSTOMERS);
                int amount = random.nextInt(1_000);
                String topic = topics.get(random.nextInt(topics.size()));
                producer.send(new ProducerRecord<>(topic, customer, Integer.toString(amount)), (place, failure) -> {
                    if (failure != null) {
                        failures.add(failure);
                    }
                });
                long[] total = totals.computeIfAbsent(customer, name -> new long[2]);
                total[0]++;
                total[1] += amount;
                sent.incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failures.add(e);
        }
    }

    long sent() {
        return sent.get();
    }

    /** Ends, and returns count and amount of each customer once all orders are written. */
    Map<String, String> finish() throws InterruptedException {
        finished = true;
        thread.join();
        producer.flush();
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.size() + " orders were not written", failures.peek());
        }
        totals.forEach((customer, total) -> expected.put(customer, total[0] + " " + total[1]));
        return expected;
    }

    @Override
    public void close() throws InterruptedException {
        finished = true;
        thread.join();
        producer.close();
    }
}
