package io.github.stormlock.insight;

import com.fasterxml.jackson.databind.EnumNamingStrategies;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.read.HolderView;
import io.github.stormlock.insight.read.LockView;
import io.github.stormlock.insight.read.WaiterView;
import io.github.stormlock.insight.read.WorkerDirectory;
import io.github.stormlock.insight.read.World.OpenUpdate;
import io.github.stormlock.insight.redis.WalkResult;
import java.util.Locale;

/** Writes what was seen as JSON of the schemas beside this class. Names are as Redis has them; JSON escapes them. */
final class JsonOutput {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enumNamingStrategy(EnumNamingStrategies.KEBAB_CASE)
            .build();
    private static final int VERSION = 1;

    private JsonOutput() {}

    static ObjectNode answer() {
        return JSON.createObjectNode().put("v", VERSION);
    }

    /** Returns an object that is to be a part of an answer. */
    static ObjectNode node() {
        return JSON.createObjectNode();
    }

    static ObjectNode lock(LockView lock) {
        ObjectNode node = JSON.valueToTree(lock);
        ArrayNode holders = node.putArray("holders");
        lock.holders().forEach(holder -> holders.add(holder(holder)));
        ArrayNode waiters = node.putArray("waiters");
        lock.waiters().forEach(waiter -> waiters.add(waiter(waiter)));
        return node;
    }

    private static ObjectNode holder(HolderView holder) {
        ObjectNode node = JSON.createObjectNode();
        node.put("token", holder.value())
                .put("kind", String.valueOf(holder.kind()).strip())
                .put("words", holder.words())
                .put("life", word(holder.sign()))
                .put("leftMillis", holder.left());
        holder.token().ifPresent(token -> node.put("factory", token.factory()));
        holder.heldFor().ifPresent(millis -> node.put("heldMillis", millis));
        holder.row().ifPresent(row -> node.put("thread", row.thread())
                .put("threadId", row.threadId())
                .put("leaseMillis", row.lease())
                .put("renewals", row.renewals()));
        return node;
    }

    private static ObjectNode waiter(WaiterView waiter) {
        ObjectNode node = JSON.valueToTree(waiter);
        waiter.row().ifPresent(row -> node.put("thread", row.thread()).put("inside", row.inside()));
        return node;
    }

    static ObjectNode open(OpenUpdate open, WorkerDirectory workers) {
        ObjectNode node = JSON.createObjectNode();
        node.put("entry", open.row().entry())
                .put("words", workers.words(open))
                .put("host", open.worker().who().host())
                .put("pid", open.worker().who().pid())
                .put("thread", open.row().thread())
                .put("threadId", open.row().threadId())
                .put("openMillis", open.millis())
                .put("waitingInside", open.row().inside());
        return node;
    }

    /** Returns records as JSON, whose names their components tell. */
    static JsonNode tree(Object value) {
        return JSON.valueToTree(value);
    }

    static ObjectNode walk(WalkResult walk) {
        return JSON.createObjectNode()
                .put("seen", walk.seen())
                .put("keys", walk.all())
                .put("part", walk.part())
                .put("complete", walk.complete())
                .put("refusal", walk.refusal());
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
