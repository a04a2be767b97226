package io.github.stormlock.topologies.testing;

import java.lang.reflect.Proxy;
import java.util.List;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;

/** Makes tuples that have fields and values, and no topology around them. */
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
