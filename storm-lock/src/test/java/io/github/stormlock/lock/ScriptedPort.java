package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.acquire.Ticker;
import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.redis.KeyCommand;
import io.github.stormlock.redis.PoolGauges;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/** A server that answers what the test has written down, in order. It gives the last answer again and again. */
final class ScriptedPort implements RedisPort {
    /** A script that was sent, with its arguments, its budget and its time. */
    record Sent(String script, List<String> args, long budgetNanos, long atNanos) {}

    private final Ticker ticker;
    private final Deque<Supplier<Object>> answers = new ArrayDeque<>();
    private final List<Sent> sent = new ArrayList<>();
    private final List<Integer> pipelines = new ArrayList<>();
    private boolean confirmed = true;
    private int pings;
    private SubscriptionListener listener;

    ScriptedPort(Ticker ticker) {
        this.ticker = ticker;
    }

    void answers(Supplier<Object> answer) {
        answers.add(answer);
    }

    void busy(long left, String holder) {
        answers(() -> Arrays.asList(0L, left, Bytes.of(holder)));
    }

    void granted() {
        answers(() -> Arrays.asList(1L, 0L, null));
    }

    void fails(RedisException failure) {
        answers(() -> {
            throw failure;
        });
    }

    void unconfirmed() {
        confirmed = false;
    }

    List<Sent> sent(String script) {
        return sent.stream().filter(one -> one.script().equals(script)).toList();
    }

    /** Returns the number of scripts in each pipeline. */
    List<Integer> pipelines() {
        return pipelines;
    }

    int pings() {
        return pings;
    }

    SubscriptionListener listener() {
        return listener;
    }

    @Override
    public Object run(ScriptCall call, long budgetNanos) {
        note(call, budgetNanos);
        boolean verb = call.script().name().equals("acquire");
        return verb ? next() : Arrays.asList(1L, 0L);
    }

    private void note(ScriptCall call, long budgetNanos) {
        sent.add(new Sent(
                call.script().name(), call.args().stream().map(Bytes::text).toList(), budgetNanos, ticker.nanos()));
    }

    private Object next() {
        Supplier<Object> answer = answers.size() > 1 ? answers.remove() : answers.element();
        return answer.get();
    }

    /** Answers a plain try, and writes it down as the script would have been. */
    @Override
    public List<Object> runPlain(List<KeyCommand> commands, long budgetNanos) {
        List<byte[]> set = commands.get(0).arguments();
        sent.add(new Sent(
                "acquire",
                List.of(Bytes.text(set.get(1)), Bytes.text(set.get(4)), "", "0", ""),
                budgetNanos,
                ticker.nanos()));
        boolean granted = Bytes.number(Bytes.list(next()).get(0)) == 1;
        return Collections.singletonList(granted ? Bytes.of("OK") : null);
    }

    @Override
    public List<Object> runAll(List<ScriptCall> calls, long budgetNanos) {
        pipelines.add(calls.size());
        List<Object> replies = new ArrayList<>();
        for (ScriptCall call : calls) {
            note(call, budgetNanos);
            replies.add(next());
        }
        return replies;
    }

    @Override
    public Subscription subscribe(String channel, SubscriptionListener interested) {
        listener = interested;
        return new Subscription() {
            @Override
            public boolean isConfirmed() {
                return confirmed;
            }

            @Override
            public void ping() {
                pings++;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public boolean isCluster() {
        return false;
    }

    @Override
    public PoolGauges pool() {
        return new PoolGauges(0, 0, 0);
    }

    @Override
    public void close() {}
}
