package io.github.stormlock.insight.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.page.state.LockText;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes the answers of the two data routes. */
final class StateJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private StateJson() {}

    static byte[] state(StateReading reading) {
        ObjectNode answer = answer().put("number", reading.number())
                .put("age", (System.nanoTime() - reading.nanos()) / 1_000_000)
                .put("trouble", reading.trouble());
        answer.set("state", JSON.valueToTree(reading.state()));
        return bytes(answer);
    }

    static byte[] lock(String entry, LockText text) {
        ObjectNode answer = answer().put("entry", entry).put("text", text.text());
        answer.set("commands", JSON.valueToTree(text.commands()));
        return bytes(answer);
    }

    static byte[] trouble(@Nullable String trouble) {
        return bytes(answer().put("trouble", trouble));
    }

    private static ObjectNode answer() {
        return JSON.createObjectNode().put("v", 1);
    }

    private static byte[] bytes(ObjectNode answer) {
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }
}
