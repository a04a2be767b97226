package io.github.stormlock.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes scripts for tests from text. */
final class Lua {
    static final long SECOND = 1_000_000_000L;

    /** A budget that even a very busy machine does not use up. */
    static final long AMPLE = 30 * SECOND;

    private static final AtomicInteger COUNT = new AtomicInteger();

    private Lua() {}

    static Script script(String text) {
        return Script.text("test", text);
    }

    /** Returns a script with a text that no server has seen yet. */
    static Script fresh(String text) {
        return script("-- " + System.nanoTime() + " " + COUNT.incrementAndGet() + "\n" + text);
    }

    static ScriptCall call(String text, String... args) {
        return call(script(text), List.of(), List.of(args));
    }

    static ScriptCall call(Script script, List<String> keys, List<String> args) {
        return new ScriptCall(script, bytes(keys), bytes(args));
    }

    static String text(Object bytes) {
        return new String((byte[]) bytes, StandardCharsets.UTF_8);
    }

    private static List<byte[]> bytes(List<String> texts) {
        return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }
}
