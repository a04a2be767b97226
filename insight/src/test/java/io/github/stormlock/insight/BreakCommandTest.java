package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.insight.breaking.Person;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.FakeWorker;
import io.github.stormlock.insight.fixture.OnServer;
import io.github.stormlock.insight.fixture.Scene;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.lock.insight.LockToken;
import io.github.stormlock.test.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import redis.clients.jedis.Jedis;

/** What {@code locks break} says, breaks, and leaves alone. */
@OnServer
class BreakCommandTest {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final LockNames NAMES = LockNames.of("");
    private static final String[] BY_SCRIPT = {"--yes", "--reason", "the upload hangs"};

    @TempDir
    private Path folder;

    private RedisServer server;
    private RedisLockFactory factory;
    private RedisLockFactory other;
    private Jedis redis;
    private Scene scene;

    @BeforeEach
    void connect() {
        factory = scene.factory(LockSettings.DEFAULT);
        other = scene.factory(LockSettings.DEFAULT);
    }

    private CommandRun run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("break"));
        all.addAll(List.of(arguments));
        return CommandRun.at(server, all.toArray(String[]::new));
    }

    private CommandRun script(String entry, String... more) {
        List<String> all = new ArrayList<>(List.of(entry));
        all.addAll(List.of(BY_SCRIPT));
        all.addAll(List.of(more));
        return run(all.toArray(String[]::new));
    }

    /** Runs the command before a person who answers so. */
    private CommandRun before(Person person, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        Invocation invocation = new Invocation(print, print);
        CommandLine line = new CommandLine(new BreakCommand(invocation, person));
        line.addMixin("invocation", invocation);
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--redis", "redis://127.0.0.1:" + server.port()));
        int status = line.execute(all.toArray(String[]::new));
        return new CommandRun(status, out.toString(StandardCharsets.UTF_8), "");
    }

    private LockToken token(String entry) {
        return LockToken.parse(redis.get(NAMES.lock(entry))).orElseThrow();
    }

    @Test
    void mutexIsShownWithItsHolderAndBrokenOnceItsNameIsTypedWithAReason() throws Exception {
        Lease held = factory.mutex("report:daily").acquire(WAIT);
        long fence = held.fence();
        try (FakeWorker worker = new FakeWorker(server, token("report:daily").factory()).connected(server)) {
            worker.held("report:daily", "m", token("report:daily").number(), "upload-1", 88, 41_200)
                    .report();
            List<String> asked = new ArrayList<>();
            CommandRun run = before(
                    question -> {
                        asked.add(question);
                        return Optional.of("report:daily the upload hangs since the proxy was replaced");
                    },
                    "report:daily");
            assertThat(run.out())
                    .contains(
                            "report:daily is a mutex, held for 4",
                            "by stats, w3:6700, pid 4711, thread upload-1: alive.")
                    .contains("if the token ", "still stands")
                    .contains("told within 2.1 s (onLost)", "GOES ON", "The last fence is " + fence)
                    .contains("broken; it is free");
            assertThat(run.status()).isEqualTo(Invocation.DONE);
            assertThat(asked).singleElement().asString().contains("Type the name of the lock");
        }
        assertThat(redis.exists(NAMES.lock("report:daily"))).isFalse();
        JsonNode note = new ObjectMapper().readTree(redis.get(NAMES.broken("report:daily")));
        assertThat(note.path("reason").asText()).isEqualTo("the upload hangs since the proxy was replaced");
        assertThat(note.path("by").asText()).startsWith(System.getProperty("user.name") + "@");
        assertThat(note.path("token").asText()).isEqualTo(held.token());
        assertThat(redis.pttl(NAMES.broken("report:daily"))).isBetween(6 * 86_400_000L, 7 * 86_400_000L);
        held.close();
        assertThat(CommandRun.at(server, "explain", "report:daily").out())
                .containsPattern(" broken +[0-9.]+ (ms|s) ago by " + System.getProperty("user.name") + "@")
                .contains("who wrote: \"the upload hangs since the proxy was replaced\"")
                .contains("it was a mutex of stats, w3:6700, pid 4711");
        JsonNode explained = CommandRun.at(server, "explain", "report:daily", "--json")
                .json("explain")
                .path("broken");
        assertThat(explained.path("token").asText()).isEqualTo(held.token());
        assertThat(explained.path("at").asLong()).isPositive();
    }

    @Test
    void noteThatSomebodyElseWroteSteersNoTerminalAndOneOfAnotherFormIsSaidToBeSo() {
        assertThat(redis.set(NAMES.broken("site"), "{\"v\":1,\"by\":\"a\\u001b[2J\",\"reason\":\"b\\u202e\"}"))
                .isEqualTo("OK");
        assertThat(CommandRun.at(server, "explain", "site").out())
                .contains("by a\\u001b[2J, who wrote: \"b\\u202e\"; it was a lock of")
                .doesNotContain("\u001b", "\u202e");
        for (String other :
                List.of("no note", "", "[]", "{\"v\":2}", "{\"v\":1,\"by\":\"" + "x".repeat(20_000) + "\"}")) {
            assertThat(redis.set(NAMES.broken("site"), other)).isEqualTo("OK");
            assertThat(CommandRun.at(server, "explain", "site").out()).contains("the note about it is of another form");
        }
    }

    @Test
    void noteThatMayNotBeWrittenIsMissedAndTheLockIsBrokenAllTheSame() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "opensesame");
        assertThat(redis.aclSetUser(
                        "breaker",
                        "on",
                        ">opensesame",
                        "~lock[-:][^i]*",
                        "~lock:*",
                        "~lock-info:{workers}*",
                        "&*",
                        "+@all"))
                .isEqualTo("OK");
        Lease held = factory.mutex("site").acquire(WAIT);
        CommandRun run = script("site", "--mutex", "--user", "breaker", "--password-file", password.toString());
        assertThat(run.err()).contains("could not be noted in Redis: NOPERM").doesNotContain("opensesame");
        assertThat(run.out()).contains("broken; it is free").doesNotContain("opensesame");
        assertThat(run.status()).isEqualTo(Invocation.DONE);
        assertThat(redis.exists(NAMES.lock("site"))).isFalse();
        assertThat(redis.aclDelUser("breaker")).isEqualTo(1);
        held.close();
    }

    @Test
    void oneWhoOnlyLooksBreaksNothing() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "opensesame");
        String[] rights = AclRights.redis6().replace(">PASSWORD", ">opensesame").split(" ");
        assertThat(redis.aclSetUser("looker", Arrays.copyOfRange(rights, 3, rights.length)))
                .isEqualTo("OK");
        try (Lease held = factory.mutex("site").acquire(WAIT)) {
            CommandRun run = script("site", "--mutex", "--user", "looker", "--password-file", password.toString());
            assertThat(run.status()).isEqualTo(Invocation.CANNOT_ASK);
            assertThat(run.err()).contains("site was not broken").doesNotContain("opensesame");
            assertThat(redis.get(NAMES.lock("site"))).isEqualTo(held.token());
        }
        assertThat(redis.aclDelUser("looker")).isEqualTo(1);
    }

    @Test
    void otherAnswersLeaveTheLockAsItIs() {
        Lease held = factory.mutex("site").acquire(WAIT);
        for (String answer : List.of("", "site", "site ", "sites because", "yes")) {
            CommandRun run = before(question -> Optional.of(answer), "site");
            assertThat(run.status()).as(answer).isEqualTo(Invocation.WRONG);
            assertThat(run.out()).contains("left as it is");
        }
        assertThat(redis.get(NAMES.lock("site"))).isEqualTo(held.token());
        assertThat(redis.exists(NAMES.broken("site"))).isFalse();
    }

    @Test
    void lockThatMovedOnWhileThePersonReadIsNotBroken() {
        Lease first = factory.mutex("site").acquire(WAIT);
        AtomicBoolean moved = new AtomicBoolean();
        CommandRun run = before(
                question -> {
                    first.close();
                    Lease second = other.mutex("site").acquire(WAIT);
                    moved.set(second.isHeld());
                    return Optional.of("site it hangs");
                },
                "site");
        assertThat(moved).isTrue();
        assertThat(run.status()).isEqualTo(Invocation.WRONG);
        assertThat(run.out()).contains("not broken: site has another holder by now");
        assertThat(redis.get(NAMES.lock("site"))).isNotNull();
        assertThat(redis.exists(NAMES.broken("site"))).isFalse();
    }

    @Test
    void scriptMustNameWhatMayDoHarmAndGiveAReason() {
        try (Lease held = factory.mutex("site").acquire(WAIT)) {
            CommandRun mutex = script("site");
            assertThat(mutex.status()).isEqualTo(Invocation.BAD_OPTION);
            assertThat(mutex.err()).contains("with --yes say --mutex");
            assertThat(script("site", "--stranger").status()).isEqualTo(Invocation.BAD_OPTION);
            assertThat(run("site", "--yes", "--mutex").err()).contains("--reason TEXT");
            assertThat(run("site", "--json").err()).contains("--json goes with --yes or --dry-run");
            assertThat(redis.get(NAMES.lock("site"))).isEqualTo(held.token());
        }
        assertThat(redis.set(NAMES.lock("job:export"), "worker-17")).isEqualTo("OK");
        CommandRun stranger = script("job:export", "--mutex");
        assertThat(stranger.status()).isEqualTo(Invocation.BAD_OPTION);
        assertThat(stranger.err()).contains("with --yes say --stranger");
        CommandRun named = script("job:export", "--stranger");
        assertThat(named.out()).contains("worker-17", "it never ends by itself", "Make sure that it is gone.");
        assertThat(named.status()).isEqualTo(Invocation.DONE);
        assertThat(redis.exists(NAMES.lock("job:export"))).isFalse();
    }

    @Test
    void dryRunBreaksNothing() {
        Lease held = factory.mutex("site").acquire(WAIT);
        CommandRun run = run("site", "--dry-run", "--json");
        assertThat(run.json("break").path("outcome").asText()).isEqualTo("dry-run");
        assertThat(run.status()).isEqualTo(Invocation.DONE);
        assertThat(redis.get(NAMES.lock("site"))).isEqualTo(held.token());
    }

    @Test
    void lockBehindAPrefixIsBrokenThereAndNowhereElse() {
        LockNames prefixed = LockNames.of("app:");
        assertThat(redis.mset(prefixed.lock("site"), "worker-17", NAMES.lock("site"), "worker-18"))
                .isEqualTo("OK");
        assertThat(script("site", "--stranger", "--key-prefix", "app:").out())
                .contains("worker-17", "broken; it is free");
        assertThat(redis.exists(prefixed.lock("site"))).isFalse();
        assertThat(redis.exists(prefixed.broken("site"))).isTrue();
        assertThat(redis.get(NAMES.lock("site"))).isEqualTo("worker-18");
        assertThat(redis.exists(NAMES.broken("site"))).isFalse();
    }

    @Test
    void longValueOfAStrangerMakesNoLongNote() {
        assertThat(redis.set(NAMES.lock("site"), "x".repeat(20_000))).isEqualTo("OK");
        assertThat(script("site", "--stranger").out()).contains("broken; it is free");
        assertThat(redis.strlen(NAMES.broken("site"))).isLessThan(2_000);
        assertThat(CommandRun.at(server, "explain", "site").out()).contains("who wrote: \"the upload hangs\"");
    }

    @Test
    void freeLockIsSaidToBeFree() {
        CommandRun run = script("site", "--json");
        assertThat(run.json("break").path("outcome").asText()).isEqualTo("nothing");
        assertThat(run.status()).isEqualTo(Invocation.WRONG);
        assertThat(script("site").out()).contains("nobody holds site");
    }

    @Test
    void oneOfSeveralReadersIsNamedByItsToken() {
        Lease first = factory.readWrite("site").read().acquire(WAIT);
        Lease second = other.readWrite("site").read().acquire(WAIT);
        CommandRun several = script("site", "--mutex");
        assertThat(several.status()).isEqualTo(Invocation.BAD_OPTION);
        assertThat(several.err()).contains("several holders", "--token");
        String member = redis.zrange(NAMES.readers("site"), 0, -1).get(0);
        CommandRun run = script("site", "--mutex", "--token", member);
        assertThat(run.out()).contains("ends the lease of this reader", "broken; others hold it beside");
        assertThat(redis.zrange(NAMES.readers("site"), 0, -1)).hasSize(1).doesNotContain(member);
        first.close();
        second.close();
    }

    @Test
    void permitsOfOneOwnerAreTakenBackTogether() {
        Lease two = factory.permits("desk", 3).acquire(2, WAIT);
        CommandRun run = script("desk", "--mutex");
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isEqualTo(Invocation.DONE);
        assertThat(redis.exists(NAMES.permits("desk"))).isFalse();
        two.close();
    }

    @Test
    void nobodyAtTheConsoleIsAWrongOption() {
        Lease held = factory.mutex("site").acquire(WAIT);
        CommandRun run = before(question -> Optional.empty(), "site");
        assertThat(run.status()).isNotZero();
        assertThat(redis.get(NAMES.lock("site"))).isEqualTo(held.token());
    }
}
