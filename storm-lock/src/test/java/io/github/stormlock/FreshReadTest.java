package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.fixture.Letters;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A commit that found its entry vanished is not sent again. What stands now is read, and changed anew. */
class FreshReadTest {
    private final List<String> scripts = new ArrayList<>();
    private final List<String> written = new ArrayList<>();
    private final RedisPort port = (RedisPort) Proxy.newProxyInstance(
            RedisPort.class.getClassLoader(),
            new Class<?>[] {RedisPort.class},
            (self, method, arguments) -> switch (method.getName()) {
                case "run" -> answer((ScriptCall) arguments[0]);
                case "runAll" ->
                    ((List<?>) arguments[0])
                            .stream().map(call -> answer((ScriptCall) call)).toList();
                case "isCluster" -> true;
                case "node" -> "one";
                case "close" -> null;
                default -> throw new AssertionError(method.getName());
            });

    @AutoClose
    private final FactoryRuntime runtime = Runtimes.over(port, "test", Ticker.SYSTEM);

    private final GuardedEntry<StringBuilder> entry = Runtimes.guard(runtime, new Letters(), "log", LockEvents.NONE);

    /** Answers the scripts. A read gives "1" at first and "2" after that, and the first commit finds the entry gone. */
    private Object answer(ScriptCall call) {
        String script = call.script().name();
        if (script.equals("probe")) {
            return List.of(Bytes.EMPTY, Bytes.EMPTY);
        }
        scripts.add(script);
        if (script.equals("acquire")) {
            return List.of(1L, 1L, Bytes.of(scripts.size() == 1 ? "1" : "2"));
        } else if (script.equals("release")) {
            return List.of(1L, 0L);
        } else if (scripts.indexOf("attempt") == scripts.size() - 1) {
            return Arrays.asList(3L, 0L, 0L, null);
        }
        // The token comes last.
        written.add(Bytes.text(call.args().get(call.args().size() - 2)));
        return List.of(1L, 0L, 0L, 0L);
    }

    @Test
    void updateIsMadeAgainOfWhatIsReadThen() {
        entry.change(view -> view.append('a'));
        assertThat(written).containsExactly("2a");
        assertThat(scripts).containsExactly("acquire", "attempt", "acquire", "attempt");
    }

    @Test
    void soIsEachOfABatch() {
        UpdateBatch<StringBuilder> batch = UpdateBatch.of(entry);
        batch.add(entry, EventId.none(), view -> view.append('a'));
        batch.add(entry, EventId.none(), view -> view.append('b'));
        assertThat(batch.run())
                .allSatisfy(result -> assertThat(result.orThrow().replay()).isFalse());
        assertThat(written).containsExactly("2ab");
        assertThat(scripts.subList(0, 2)).containsExactly("acquire", "attempt");
    }
}
