package io.github.stormlock.insight.breaking;

import java.io.Console;
import java.util.Optional;

/** The one at the console, who has to agree. */
@FunctionalInterface
public interface Person {
    /**
     * Asks a question.
     *
     * @param question the question
     * @return the answer, without the end of its line; empty if nobody is there
     */
    Optional<String> ask(String question);

    /** {@return the one at the console of this process, if there is one} */
    // Since JDK 22 there always is a console; where nobody is at it, an answer is empty, which breaks nothing.
    @SuppressWarnings("SystemConsoleNull")
    static Person atTheConsole() {
        return question -> {
            Console console = System.console();
            return console == null
                    ? Optional.empty()
                    : Optional.of(Optional.ofNullable(console.readLine("%s", question))
                            .orElse(""));
        };
    }
}
