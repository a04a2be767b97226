package io.github.stormlock.redis;

import static io.github.stormlock.redis.Lua.AMPLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each later answer belongs to its own call, even if the server answers a step with an error. Each call asks for a
 * number of its own. A call may fail, but never gets the number of another.
 */
class AlignmentTest {
    private static final List<String> ERRORS = List.of(
            "BUSY Redis is busy running a script",
            "NOPERM this user has no permissions",
            "OOM command not allowed",
            "READONLY You can't write against a read only replica",
            "LOADING Redis is loading the dataset in memory",
            "TRYAGAIN Multiple keys request during rehashing of slot",
            "CLUSTERDOWN The cluster is down",
            "NOSCRIPT No matching script");
    private static final Script ECHO = Lua.script("return tonumber(ARGV[1])");

    static Stream<Arguments> errorsAndSteps() {
        return ERRORS.stream()
                .flatMap(error -> IntStream.rangeClosed(1, 4).mapToObj(step -> Arguments.of(error, step)));
    }

    @ParameterizedTest
    @MethodSource("errorsAndSteps")
    void errorOfANodeThatIsAskedShiftsNoLaterAnswer(String error, int step) {
        AtomicInteger asked = new AtomicInteger();
        inMigration(command -> asked.incrementAndGet() == step ? "-" + error + "\r\n" : answer(command), port -> {
            assertOwnNumbersOrErrors(port, 100, 2);
            assertOwnNumbers(port, 200, 10);
        });
    }

    @ParameterizedTest
    @MethodSource("errorsAndSteps")
    void errorInAPipelineOfANodeThatIsAskedShiftsNoLaterAnswer(String error, int step) {
        AtomicInteger asked = new AtomicInteger();
        inMigration(command -> asked.incrementAndGet() == step ? "-" + error + "\r\n" : answer(command), port -> {
            assertOwnOrError(port.runAll(List.of(call(100), call(101)), AMPLE), 100);
            assertThat(port.runAll(List.of(call(200), call(201)), AMPLE)).containsExactly(200L, 201L);
            assertOwnNumbers(port, 300, 10);
        });
    }

    @Test
    void refusedAskingIsToldInsteadOfFollowingTheNodesInACircle() {
        inMigration(
                command -> command.get(0).equals("ASKING")
                        ? "-NOPERM this user has no permissions\r\n"
                        : "-MOVED 1 127.0.0.1:1\r\n",
                port -> {
                    for (List<Object> answers :
                            List.of(Arrays.asList(tried(port, 1)), port.runAll(List.of(call(2), call(3)), AMPLE))) {
                        assertThat(answers).allSatisfy(answer -> assertThat(answer)
                                .isInstanceOfSatisfying(RedisRefusedException.class, e -> assertThat(e.code())
                                        .isEqualTo("NOPERM")));
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("errorsAndSteps")
    void errorBeforeOrInsteadOfTheConfirmationOfReplicasShiftsNoLaterAnswer(String error, int step) {
        AtomicInteger asked = new AtomicInteger();
        try (FakeServer server = new FakeServer(
                        command -> asked.incrementAndGet() == step ? "-" + error + "\r\n" : answer(command));
                RedisPort port = RedisPort.open(server.config().toBuilder()
                        .replicas(new ReplicasConfig(1, Duration.ofMillis(100)))
                        .build())) {
            assertOwnNumbersOrErrors(port, 100, 2);
            assertOwnNumbers(port, 200, 10);
        }
    }

    /**
     * Works with a cluster whose only known node sends every script to another node, to which the slot is still being
     * moved.
     */
    private static void inMigration(Function<List<String>, String> target, Consumer<RedisPort> work) {
        AtomicReference<String> slots = new AtomicReference<>();
        try (FakeServer to = new FakeServer(target);
                FakeServer from = new FakeServer(command ->
                        command.get(0).equals("CLUSTER") ? slots.get() : "-ASK 1 127.0.0.1:" + to.port() + "\r\n")) {
            slots.set("*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:" + from.port() + "\r\n");
            try (RedisPort port = RedisPort.open(
                    from.config().toBuilder().cluster(from.config().nodes()).build())) {
                work.accept(port);
            }
        }
    }

    private static String answer(List<String> command) {
        return switch (command.get(0)) {
            case "ASKING" -> "+OK\r\n";
            case "WAIT" -> ":1\r\n";
            default -> ":" + command.get(command.size() - 1) + "\r\n";
        };
    }

    private static ScriptCall call(int number) {
        ScriptCall call = Lua.call(ECHO, List.of("key"), List.of("" + number));
        return new ScriptCall(call.script(), call.keys(), call.args(), /* replicated= */ true);
    }

    private static Object tried(RedisPort port, int number) {
        try {
            return port.run(call(number), AMPLE);
        } catch (RedisException e) {
            return e;
        }
    }

    private static void assertOwnNumbers(RedisPort port, int from, int count) {
        for (int number = from; number < from + count; number++) {
            assertThat(tried(port, number)).isEqualTo((long) number);
        }
    }

    private static void assertOwnNumbersOrErrors(RedisPort port, int from, int count) {
        List<Object> answers = new ArrayList<>();
        for (int number = from; number < from + count; number++) {
            answers.add(tried(port, number));
        }
        assertOwnOrError(answers, from);
    }

    private static void assertOwnOrError(List<Object> answers, int from) {
        for (int i = 0; i < answers.size(); i++) {
            if (!(answers.get(i) instanceof RedisException)) {
                assertThat(answers.get(i)).isEqualTo((long) from + i);
            }
        }
    }
}
