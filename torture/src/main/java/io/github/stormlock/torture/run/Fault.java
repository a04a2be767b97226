package io.github.stormlock.torture.run;

/** One kind of fault. */
@FunctionalInterface
public interface Fault {
    /** Makes the trouble, and ends it. When it returns, everything works again, except for what recovers by itself. */
    void strike(FaultContext context) throws Exception;
}
