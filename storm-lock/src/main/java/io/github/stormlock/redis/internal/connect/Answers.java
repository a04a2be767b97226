package io.github.stormlock.redis.internal.connect;

import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/** Turns answers into values without Jedis's own types. */
public final class Answers {
    private Answers() {}

    /** Returns an answer in which inner errors are exceptions of this package. */
    public static @Nullable Object clean(@Nullable Object answer) {
        if (answer instanceof List<?> list) {
            cleanErrors(list);
        }
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
}
