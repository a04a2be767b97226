package io.github.stormlock.redis.internal.connect;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/** Turns answers into values without Jedis's own types, which are alike over both protocols. */
public final class Answers {
    private Answers() {}

    /**
     * Returns an answer in which inner errors are exceptions of this package. A map becomes a list of keys and values
     * in turn, as RESP2 has it.
     */
    public static @Nullable Object clean(@Nullable Object answer) {
        if (!(answer instanceof List<?> list) || list.isEmpty()) {
            return answer;
        } else if (list.get(0) instanceof KeyValue) {
            return flat(list);
        }
        cleanErrors(list);
        return answer;
    }

    @SuppressWarnings("unchecked")
    private static void cleanErrors(List<?> list) {
        for (int i = 0; i < list.size(); i++) {
            Object element = list.get(i);
            if (element instanceof JedisDataException error) {
                ((List<Object>) list).set(i, Failures.nested(error));
            } else if (element instanceof List<?> inner) {
                cleanErrors(inner);
            }
        }
    }

    private static List<@Nullable Object> flat(List<?> pairs) {
        List<@Nullable Object> flat = new ArrayList<>(2 * pairs.size());
        for (Object pair : pairs) {
            KeyValue<?, ?> entry = (KeyValue<?, ?>) pair;
            flat.add(entry.getKey());
            flat.add(entry.getValue());
        }
        return flat;
    }
}
