package io.github.stormlock.bolt.lookup;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LookupBolt;
import io.github.stormlock.bolt.Rejection;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.storm.tuple.Tuple;

/** A lookup bolt whose methods a test sets one by one. It keeps the causes of its rejections. */
final class ScriptedLookup<V> extends LookupBolt<V> {
    transient Function<Tuple, Part> parts = tuple -> Part.whole();
    transient Lookup<V> lookup;
    transient BiConsumer<Tuple, Emitter> onTick = (tuple, out) -> {};
    final transient List<RuntimeException> causes = Collections.synchronizedList(new ArrayList<>());

    interface Lookup<V> {
        void lookup(Tuple tuple, V entry, Emitter out);
    }

    ScriptedLookup(EntryKind<V> kind, Lookup<V> lookup) {
        super(kind);
        this.lookup = lookup;
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return tuple.getStringByField("key");
    }

    @Override
    protected Part parts(Tuple tuple) {
        return parts.apply(tuple);
    }

    @Override
    protected void lookup(Tuple tuple, V entry, Emitter out) {
        lookup.lookup(tuple, entry, out);
    }

    @Override
    protected Rejection rejected(Tuple tuple, RuntimeException cause, Emitter out) {
        causes.add(cause);
        return Rejection.FAIL;
    }

    @Override
    protected void onTick(Tuple tick, Emitter out) {
        onTick.accept(tick, out);
    }
}
