package io.github.stormlock.insight;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.explain.Diagnosis;
import io.github.stormlock.insight.explain.EntryFacts;
import io.github.stormlock.insight.explain.Facts;
import io.github.stormlock.insight.explain.Investigation;
import io.github.stormlock.insight.explain.StateTable;
import io.github.stormlock.insight.redis.RedisServers;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Says all about one lock. */
@Command(name = "explain", mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
    private final Invocation invocation;

    @Mixin
    private final ScanOptions scan = new ScanOptions();

    @Parameters(arity = "1", paramLabel = "KEY", description = "the key of the entry, or the name of the lock")
    private String entry = "";

    ExplainCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        try (RedisServers servers = invocation.servers()) {
            Facts facts = Investigation.of(servers, invocation.keyPrefix(), entry);
            EntryFacts beside = EntryFacts.read(servers, invocation.names(), entry, scan.walk(servers));
            Diagnosis verdict = StateTable.judge(facts);
            if (invocation.json()) {
                invocation.say(json(facts, beside, verdict));
            } else {
                new ExplainText(facts, beside, verdict).lines().forEach(invocation::say);
            }
            return verdict.state().isWrong() ? Invocation.WRONG : Invocation.DONE;
        }
    }

    private static ObjectNode json(Facts facts, EntryFacts beside, Diagnosis verdict) {
        ObjectNode answer = JsonOutput.answer();
        answer.put("entry", facts.entry())
                .put("state", JsonOutput.word(verdict.state()))
                .put("wrong", verdict.state().isWrong())
                .put("why", verdict.why())
                .put("do", verdict.action());
        answer.set("lock", JsonOutput.lock(facts.lock()));
        answer.set("permits", JsonOutput.lock(facts.permits()));
        answer.set("latch", JsonOutput.lock(facts.latch()));
        answer.set("deadlocks", JsonOutput.tree(facts.deadlocks()));
        ArrayNode open = answer.putArray("open");
        facts.open().forEach(update -> open.add(JsonOutput.open(update, facts.workers())));
        answer.putObject("value").put("type", beside.type()).put("leftMillis", beside.left());
        beside.fence().ifPresent(fence -> answer.put("fence", fence));
        beside.broken().ifPresent(broken -> answer.set("broken", broken(broken)));
        ArrayNode marks = answer.putArray("marks");
        beside.marks().forEach(each -> {
            ObjectNode node = marks.addObject()
                    .put("key", each.key())
                    .put("count", each.count())
                    .put("leftMillis", each.left());
            each.low().ifPresent(low -> node.put("low", low));
        });
        beside.walk().ifPresent(walk -> answer.set("scan", JsonOutput.walk(walk)));
        return answer;
    }

    private static ObjectNode broken(EntryFacts.Broken broken) {
        ObjectNode node = JsonOutput.node().put("words", broken.words());
        broken.note().ifPresent(note -> node.setAll((ObjectNode) JsonOutput.tree(note)));
        return node;
    }
}
