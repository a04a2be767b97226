package io.github.stormlock;

import io.github.stormlock.lock.fixture.BarePort;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import java.util.ArrayList;
import java.util.List;

/**
 * A server in memory as its clients see it. Others may have their turn before each script, before its message, and
 * before its answer.
 */
record SteppedServer(ModelServer server, TurnTicker turns) implements BarePort {

    @Override
    public Object run(ScriptCall call, long budgetNanos) {
        turns.step(call.script().name());
        Object answer = server.run(call, budgetNanos);
        turns.step("its answer");
        return answer;
    }

    /**
     * Lets others have their turn between two scripts of a pipeline, too. Once one answer is lost, so are all behind it, but
     * of withdrawals: the watchdog, which sends these again, is closed.
     */
    @Override
    public List<Object> runAll(List<ScriptCall> calls, long budgetNanos) {
        List<Object> answers = new ArrayList<>(calls.size());
        RedisAnswerLostException lost = null;
        for (ScriptCall call : calls) {
            turns.step(call.script().name() + ", of " + calls.size());
            Object answer = null;
            try {
                answer = server.run(call, budgetNanos);
            } catch (RedisAnswerLostException e) {
                lost = e;
            }
            answers.add(lost == null || call.script().name().equals("withdraw") ? answer : lost);
        }
        turns.step("their answers");
        return answers;
    }

    @Override
    public Subscription subscribe(String channel, SubscriptionListener listener) {
        return server.subscribe(channel, new SubscriptionListener() {
            @Override
            public void subscribed() {
                listener.subscribed();
            }

            @Override
            public void message(byte[] payload) {
                turns.step("a message");
                listener.message(payload);
            }
        });
    }

    @Override
    public boolean isCluster() {
        return server.isCluster();
    }
}
