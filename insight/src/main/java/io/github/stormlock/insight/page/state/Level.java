package io.github.stormlock.insight.page.state;

import com.fasterxml.jackson.annotation.JsonValue;

/** How much a row needs a look. It chooses a colour; a word stands beside it. */
public enum Level {
    /** All is well. */
    OK("ok"),
    /** It may become a trouble. */
    LOOK("look"),
    /** It is one. */
    WRONG("wrong");

    private final String word;

    Level(String word) {
        this.word = word;
    }

    /** {@return the word of the JSON} */
    @JsonValue
    public String word() {
        return word;
    }
}
