package io.github.stormlock.internal.report;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;

/** Makes the calls by which a worker tells of itself. */
final class ReportCalls {
    private static final Script REPORT = Script.of(ReportCalls.class, "report");
    private static final Script ANNOUNCE = Script.of(ReportCalls.class, "announce");

    private static final Script TOLD = Script.of(ReportCalls.class, "told");

    private ReportCalls() {}

    /** Returns a call that reads what a worker tells of itself. */
    static ScriptCall told(LockNames names, String factory) {
        return new ScriptCall(TOLD, List.of(Bytes.of(names.info(factory))), List.of());
    }

    /** Returns a call that keeps a document for so many milliseconds. */
    static ScriptCall report(LockNames names, String factory, String document, long livesMillis) {
        return new ScriptCall(
                REPORT, List.of(Bytes.of(names.info(factory))), List.of(Bytes.of(document), Bytes.of(livesMillis)));
    }

    /** Returns a call that notes the worker for so many milliseconds, and answers 1 if somebody watches. */
    static ScriptCall announce(LockNames names, String factory, long livesMillis) {
        return new ScriptCall(
                ANNOUNCE,
                List.of(Bytes.of(names.workers()), Bytes.of(names.watch())),
                List.of(Bytes.of(factory), Bytes.of(livesMillis)));
    }

    /** Returns the calls by which the worker leaves. */
    static List<ScriptCall> leave(LockNames names, String factory) {
        return List.of(report(names, factory, "", 1), announce(names, factory, 0));
    }
}
