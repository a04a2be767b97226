package io.github.stormlock.test.internal.run;

import java.io.InvalidObjectException;
import java.io.Serializable;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands for something of this JVM in the copies of spouts and bolts that Storm makes: who reads such a copy here gets the
 * very thing. It is to return this from its {@code writeReplace}.
 */
public record Here(String id) implements Serializable {
    private static final Map<String, Object> ALL = new ConcurrentHashMap<>();

    public static Here of(Object shared) {
        Here here = new Here(UUID.randomUUID().toString());
        ALL.put(here.id, shared);
        return here;
    }

    public void forget() {
        ALL.remove(id);
    }

    private Object readResolve() throws InvalidObjectException {
        Object shared = ALL.get(id);
        if (shared == null) {
            throw new InvalidObjectException("it works in the JVM that made it only: use a local cluster");
        }
        return shared;
    }
}
