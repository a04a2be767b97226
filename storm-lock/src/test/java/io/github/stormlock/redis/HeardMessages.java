package io.github.stormlock.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps what a subscription hears. */
final class HeardMessages implements SubscriptionListener {
    final AtomicInteger subscribed = new AtomicInteger();
    final List<String> messages = new CopyOnWriteArrayList<>();
    volatile boolean throwing;

    @Override
    public void subscribed() {
        subscribed.incrementAndGet();
    }

    @Override
    public void message(byte[] payload) {
        messages.add(new String(payload, StandardCharsets.UTF_8));
        if (throwing) {
            throw new IllegalStateException("a listener that throws");
        }
    }
}
