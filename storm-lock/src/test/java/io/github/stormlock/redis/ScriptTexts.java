package io.github.stormlock.redis;

/** Makes scripts of a test's own text, for tests of other packages. */
public final class ScriptTexts {
    private ScriptTexts() {}

    public static Script of(String name, String text) {
        return Script.text(name, text);
    }
}
