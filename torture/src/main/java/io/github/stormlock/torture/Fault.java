package io.github.stormlock.torture;

/** One kind of trouble. */
@FunctionalInterface
interface Fault {
    /** Makes the trouble, and ends it: when it returns, all is well again, but for what recovers by itself. */
    void strike(Stage stage) throws Exception;
}
