package io.github.stormlock.test;

final class QuietLogs {
    private QuietLogs() {}

    static void install() {}
}
