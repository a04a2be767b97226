package io.github.stormlock.quorum;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Lanes to real servers, with something in between. */
final class LanesOfTests {
    private LanesOfTests() {}

    private record Changed(RedisLane lane, Function<ScriptCall, CompletableFuture<@Nullable Object>> way)
            implements RedisLane {
        @Override
        public CompletableFuture<@Nullable Object> send(ScriptCall call) {
            return way.apply(call);
        }

        @Override
        public RedisConfig.Node server() {
            return lane.server();
        }

        @Override
        public void close() {
            lane.close();
        }
    }

    static List<RedisLane> of(List<RedisConfig> servers, UnaryOperator<RedisLane> change) {
        return servers.stream().map(PortLane::new).map(change).toList();
    }

    /** Runs an action after each answer to a script, before the caller has it. */
    static RedisLane afterAnswersOf(String script, RedisLane lane, Runnable action) {
        return new Changed(
                lane,
                call -> call.script().name().equals(script)
                        ? lane.send(call).thenApply(answer -> {
                            action.run();
                            return answer;
                        })
                        : lane.send(call));
    }

    /** Refuses scripts while it is cut off. */
    static RedisLane cutOffWhile(RedisLane lane, BooleanSupplier cutOff) {
        return new Changed(
                lane,
                call -> cutOff.getAsBoolean()
                        ? CompletableFuture.completedFuture(new RedisUnavailableException("cut off", null))
                        : lane.send(call));
    }

    /** Lets servers vote at once after they have lost their locks. */
    static RedisLane withoutTheDelay(RedisLane lane) {
        return new Changed(
                lane,
                call -> lane.send(
                        call.script().name().equals("qtake")
                                ? new ScriptCall(withoutTheDelay(call.script()), call.keys(), call.args())
                                : call));
    }

    private static Script withoutTheDelay(Script take) {
        String text = new String(take.text(), StandardCharsets.UTF_8);
        String broken = text.replace("if barred > 0 then", "if false then");
        if (broken.equals(text)) {
            throw new AssertionError("the script has another line for the delay");
        }
        return Script.text("qtake", broken);
    }
}
