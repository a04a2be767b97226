package io.github.stormlock.insight.doctor;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.Reply;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.redis.RedisConfig.Node;
import java.time.Duration;
import java.util.List;

/**
 * Do the scripts run? It makes the check that each worker makes at its start, which tries all commands on scratch keys that
 * end with it.
 */
final class ScriptsCheck extends Check {
    ScriptsCheck() {
        super("scripts", "redis.scripts");
    }

    @Override
    List<Finding> look(Exam exam) {
        for (Node node : exam.nodes()) {
            Reply ran = exam.ask(node, "EVAL", "return 1", "0");
            if (ran.isForbidden()) {
                return List.of(unknown("this user may run no scripts; with --conf the workers' user is asked"));
            }
            if (ran.isRefused()) {
                return List.of(
                        fail("node " + Exam.place(node) + " refuses scripts: " + Shown.text(ran.refusal(), 120)));
            }
        }
        LockSettings settings = LockSettings.builder()
                .keyPrefix(exam.keyPrefix())
                .insightInterval(Duration.ZERO)
                .build();
        try (RedisLockFactory factory = RedisLockFactory.connect(exam.servers().config(), settings)) {
            factory.check();
            return List.of(ok("the start check of a worker passes"));
        } catch (LockException e) {
            return List.of(
                    fail("the start check of a worker fails: " + Shown.text(String.valueOf(e.getMessage()), 300)));
        }
    }
}
