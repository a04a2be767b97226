package io.github.stormlock.test.internal.process;

/**
 * Keeps the tests that need no server apart from those that start one, which are tagged. A build runs the former first, and has
 * them refused what they start: so a missing tag is found at once.
 */
public final class ServerTag {
    private static final String TAG = "server";

    private ServerTag() {}

    /**
     * Demands that tests may start servers here.
     *
     * @throws IllegalStateException if only tests without servers are running
     */
    public static void demand() {
        if (Setting.WITHOUT.value().filter(TAG::equals).isPresent()) {
            throw new IllegalStateException("A test that starts a server lacks @Tag(\"" + TAG
                    + "\") on its class: only tests without servers run here (-D" + Setting.WITHOUT.property() + "="
                    + TAG + ")");
        }
    }
}
