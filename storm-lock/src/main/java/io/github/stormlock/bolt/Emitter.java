package io.github.stormlock.bolt;

import java.util.List;

/** Collects what a bolt sends downstream; sent anchored, once the commit has succeeded. */
public interface Emitter {

    /** Emits to the default stream. */
    void emit(List<Object> values);

    /** Emits to a named stream. */
    void emit(String stream, List<Object> values);
}
