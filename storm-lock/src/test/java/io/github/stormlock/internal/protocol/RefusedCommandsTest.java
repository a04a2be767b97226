package io.github.stormlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.Script;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each command of each script is refused once, and all of each name in an attempt, as if rights had been taken away. The
 * script's answer is still true.
 */
@OnRedis
class RefusedCommandsTest {
    private static final int MOST_COMMANDS = 100;
    private static final String NAMES =
            "GET SET DEL EXISTS TYPE TIME PTTL PEXPIRE HSET HDEL ZMSCORE ZADD ZREM ZCOUNT ZCARD"
                    + " ZREMRANGEBYRANK ZREMRANGEBYSCORE ZSCORE ZRANGEBYSCORE PUBLISH";

    private ScriptBench bench;

    @ParameterizedTest
    @EnumSource
    void scriptTellsWhatItDid(Situation situation) {
        List<String> lies = new ArrayList<>();
        int number = 0;
        boolean struck = true;
        while (struck) {
            number++;
            assertThat(number).isLessThan(MOST_COMMANDS);
            struck = run(situation, situation.kind().script().refusing(number), "command " + number, lies);
        }
        assertThat(number).as("commands of " + situation).isGreaterThan(1);
        assertThat(lies).as(situation + ", with one command refused").isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = "(ATTEMPT|COMMIT).*", mode = EnumSource.Mode.MATCH_ALL)
    void attemptTellsWhatItDidWhereACommandIsNotPermitted(Situation situation) {
        List<String> lies = new ArrayList<>();
        for (String command : NAMES.split(" ")) {
            run(situation, situation.kind().script().refusing(command), command, lies);
        }
        assertThat(lies).as(situation + ", with all commands of a name refused").isEmpty();
    }

    /** Runs the situation with commands refused. Returns true if the script came to such a command. */
    private boolean run(Situation situation, Script script, String refused, List<String> lies) {
        situation.prepare(bench.redis(), bench.nowMillis());
        Keyspace before = Keyspace.of(bench.redis());
        Object reply;
        boolean raised = false;
        try {
            reply = situation.run(bench, script);
        } catch (RedisRefusedException e) {
            reply = e.getMessage().replaceFirst(".*: NOPERM", "NOPERM");
            raised = true;
        }
        boolean struck = bench.redis().del(BrokenScript.STRUCK) > 0;
        Keyspace after = Keyspace.of(bench.redis());
        for (String lie : ScriptClaims.lies(situation, reply, raised, before, after)) {
            lies.add(refused + " refused, answered " + reply + ": " + lie);
        }
        return struck;
    }
}
