package io.github.stormlock.topologies.testing;

import java.lang.reflect.Proxy;
import java.util.List;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;

/** A tuple that has fields and values, and nothing of a topology around it. */
public final class FakeTuple {

    private FakeTuple() {}

    public static Tuple of(Fields fields, List<Object> values) {
        return (Tuple) Proxy.newProxyInstance(
                FakeTuple.class.getClassLoader(), new Class<?>[] {Tuple.class}, (proxy, method, arguments) -> {
                    if (method.getName().endsWith("ByField")) {
                        return values.get(fields.fieldIndex((String) arguments[0]));
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
