package io.github.stormlock.torture.run;

/** One kind of trouble. */
@FunctionalInterface
public interface Fault {
    /** Makes the trouble, and ends it: when it returns, all is well again, but for what recovers by itself. */
    void strike(Stage stage) throws Exception;
}
