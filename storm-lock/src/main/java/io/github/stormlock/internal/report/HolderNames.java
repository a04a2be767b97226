package io.github.stormlock.internal.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.lock.insight.LockToken;
import io.github.stormlock.redis.RedisException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says in words who holds a lock, for the messages of those who did not get it. It asks Redis only then: once in ten seconds
 * for each factory, and for 50 ms at most; whatever goes wrong, the token itself is told. Thread-safe.
 */
public final class HolderNames {
    private static final Pattern TOKEN = Pattern.compile("storm-lock:[sc]:[A-Za-z0-9_-]{22}:[0-9a-z.]+:[0-9]+");
    private static final long BUDGET_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_KEPT = 1_000;
    private static final int MOST_BYTES = 65_536;

    private final LockRuntime locks;
    private final ConcurrentMap<String, Told> told = new ConcurrentHashMap<>();

    /** What a worker told when it was asked; empty if it tells nothing, or could not be asked. */
    private record Told(String document, long nanos) {}

    public HolderNames(LockRuntime locks) {
        this.locks = locks;
    }

    /**
     * Returns the same text, with words before the first token in it.
     *
     * @param holder the holder of a lock, as shown to people
     */
    public String inWords(String holder) {
        Matcher token = TOKEN.matcher(holder);
        if (!token.find()) {
            return holder;
        }
        try {
            String words = LockToken.parse(token.group()).map(this::named).orElse("");
            return words.isEmpty()
                    ? holder
                    : holder.substring(0, token.start()) + words + ", under the token "
                            + holder.substring(token.start());
        } catch (RuntimeException e) {
            // A message must not fail for want of a name.
            return holder;
        }
    }

    private String named(LockToken token) {
        if (token.factory().equals(locks.factory())) {
            return "this worker" + caller(locks.callers().names(), token.caller());
        }
        String document = document(token.factory());
        return document.isEmpty() ? "" : words(JsonParser.parseString(document).getAsJsonObject(), token);
    }

    private static String caller(List<String> names, int number) {
        return number > 0 && number < names.size() ? ", for " + Printable.name(names.get(number)) : "";
    }

    private static String words(JsonObject document, LockToken token) {
        JsonObject who = document.getAsJsonObject("who");
        String topology = who.get("topology").getAsString();
        List<String> callers = document.getAsJsonArray("callers").asList().stream()
                .map(JsonElement::getAsString)
                .toList();
        return "a worker"
                + (topology.isEmpty() ? "" : " of " + Printable.name(topology))
                + caller(callers, token.caller())
                + ", on " + Printable.name(who.get("host").getAsString()) + ':'
                + who.get("port").getAsInt()
                + " (pid " + who.get("pid").getAsLong() + ')'
                + held(document, token.number());
    }

    /** Returns the thread that holds it, and for how long, as far as that was told. */
    private static String held(JsonObject document, String number) {
        for (JsonElement row : document.getAsJsonArray("held")) {
            JsonObject held = row.getAsJsonObject();
            if (held.get("number") != null && held.get("number").getAsString().equals(number)) {
                return ", thread " + Printable.name(held.get("thread").getAsString()) + ", for "
                        + TimeUnit.MILLISECONDS.toSeconds(held.get("age").getAsLong()) + " s or more";
            }
        }
        return "";
    }

    private String document(String factory) {
        Told known = told.get(factory);
        if (known == null || System.nanoTime() - known.nanos() >= KEPT_NANOS) {
            if (told.size() >= MOST_KEPT) {
                told.clear();
            }
            known = new Told(ask(factory), System.nanoTime());
            told.put(factory, known);
        }
        return known.document();
    }

    private String ask(String factory) {
        try {
            Object answer = locks.port().run(ReportCalls.told(locks.names(), factory), BUDGET_NANOS);
            return answer instanceof byte[] text && text.length <= MOST_BYTES ? Bytes.text(text) : "";
        } catch (RedisException e) {
            return "";
        }
    }
}
