package io.github.stormlock.internal.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.lock.insight.LockToken;
import io.github.stormlock.redis.RedisException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says in words who holds a lock, for the messages of those who did not get it. It asks Redis only then: once in ten seconds
 * for each factory, once a second for each entry, and for 50 ms at most; whatever goes wrong, the token itself is told. Thread-safe.
 */
public final class HolderNames {
    private static final Pattern TOKEN = Pattern.compile("storm-lock:[sc]:[A-Za-z0-9_-]{22}:[0-9a-z.]+:[0-9]+");
    private static final long BUDGET_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long COUNT_KEPT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_KEPT = 1_000;
    private static final int MOST_BYTES = 65_536;

    private final LockRuntime locks;
    /** The documents of workers, by their factories; nothing of one that tells nothing, or could not be asked. */
    private final Kept<Optional<JsonObject>> told = new Kept<>(KEPT_NANOS, this::ask);
    /** How many others wait for an entry, in words. */
    private final Kept<String> othersWait = new Kept<>(COUNT_KEPT_NANOS, this::askOthers);

    /** Answers that are kept for a time. */
    private record Kept<A>(long nanos, Function<String, A> ask, ConcurrentMap<String, At<A>> answers) {
        private record At<A>(A answer, long nanos) {}

        Kept(long nanos, Function<String, A> ask) {
            this(nanos, ask, new ConcurrentHashMap<>());
        }

        A of(String name) {
            At<A> known = answers.get(name);
            if (known == null || System.nanoTime() - known.nanos() >= nanos) {
                if (answers.size() >= MOST_KEPT) {
                    answers.clear();
                }
                known = new At<>(ask.apply(name), System.nanoTime());
                answers.put(name, known);
            }
            return known.answer();
        }
    }

    public HolderNames(LockRuntime locks) {
        this.locks = locks;
    }

    /**
     * Returns the same text, with words before the first token in it.
     *
     * @param holder the holder of a lock, as shown to people
     * @param entry the name of the lock
     */
    public String inWords(String holder, String entry) {
        Matcher token = TOKEN.matcher(holder);
        if (!token.find()) {
            return holder;
        }
        try {
            String words = LockToken.parse(token.group()).map(this::named).orElse("");
            String before = words.isEmpty() ? "" : words + ", under the token ";
            return holder.substring(0, token.start())
                    + before
                    + token.group()
                    + othersWait.of(entry)
                    + holder.substring(token.end());
        } catch (RuntimeException e) {
            // A message must not fail for want of a name.
            return holder;
        }
    }

    private String named(LockToken token) {
        return token.factory().equals(locks.factory())
                ? "this worker" + caller(locks.callers().names(), token.caller())
                : told.of(token.factory())
                        .map(document -> words(document, token))
                        .orElse("");
    }

    private static String caller(List<String> names, int number) {
        return number > 0 && number < names.size() ? ", for " + Printable.name(names.get(number)) : "";
    }

    private static String words(JsonObject document, LockToken token) {
        JsonObject who = document.getAsJsonObject("who");
        String topology = who.get("topology").getAsString();
        JsonArray callers = document.getAsJsonArray("callers");
        List<String> names =
                callers.asList().stream().map(JsonElement::getAsString).toList();
        StringBuilder words = new StringBuilder("a worker");
        if (!topology.isEmpty()) {
            words.append(" of ").append(Printable.name(topology));
        }
        words.append(caller(names, token.caller()))
                .append(", on ")
                .append(Printable.name(who.get("host").getAsString()))
                .append(':')
                .append(who.get("port").getAsInt())
                .append(" (pid ")
                .append(who.get("pid").getAsLong())
                .append(')');
        for (JsonElement row : document.getAsJsonArray("held")) {
            JsonObject held = row.getAsJsonObject();
            if (held.get("number") != null && held.get("number").getAsString().equals(token.number())) {
                words.append(", thread ")
                        .append(Printable.name(held.get("thread").getAsString()))
                        .append(", for ")
                        .append(TimeUnit.MILLISECONDS.toSeconds(held.get("age").getAsLong()))
                        .append(" s or more");
                break;
            }
        }
        return words.toString();
    }

    private Optional<JsonObject> ask(String factory) {
        try {
            Object answer = locks.port().run(ReportCalls.told(locks.names().info(factory)), BUDGET_NANOS);
            return answer instanceof byte[] text && text.length <= MOST_BYTES
                    ? Optional.of(JsonParser.parseString(Bytes.text(text)).getAsJsonObject())
                    : Optional.empty();
        } catch (RedisException | JsonParseException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    private String askOthers(String entry) {
        try {
            @Nullable Object count = locks.port().run(ReportCalls.waiters(locks.names(), entry), BUDGET_NANOS);
            return count instanceof Long waiting && waiting > 0
                    ? ", with " + waiting + (waiting == 1 ? " other waiting" : " others waiting")
                    : "";
        } catch (RedisException e) {
            return "";
        }
    }
}
