package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing in the repository uses a word that the glossary rules out altogether. */
class GlossaryTest {
    private static final Path ROOT = Path.of("..");
    private static final Path PAGE = ROOT.resolve("docs/glossary.md");
    private static final int MOST_WORDS = 50;
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([a-z][a-z -]*) \\|");
    private static final Pattern RULED_OUT = Pattern.compile("These words stand in no [^.]*?: ([^.]*)\\.");
    private static final Pattern WORD = Pattern.compile("\\*([a-z]+)\\*");
    private static final Set<String> READ = Set.of("java", "lua", "md", "sh", "yaml", "yml", "properties");
    private static final Set<String> BUILT = Set.of("target", "build");
    /** The page itself, this test, and the names that tests had at older commits. */
    private static final Set<String> LEFT_OUT = Set.of("glossary.md", "GlossaryTest.java", "red-before.txt");

    private static List<String> ruledOut() throws IOException {
        Matcher sentence = RULED_OUT.matcher(Files.readString(PAGE));
        assertThat(sentence.find()).isTrue();
        return WORD.matcher(sentence.group(1))
                .results()
                .map(word -> word.group(1))
                .toList();
    }

    private static List<Path> texts() throws IOException {
        List<Path> texts = new ArrayList<>();
        try (Stream<Path> places = Files.list(ROOT)) {
            for (Path place : places.filter(Files::isDirectory).toList()) {
                String name = place.getFileName().toString();
                if (!BUILT.contains(name) && (!name.startsWith(".") || name.equals(".ci"))) {
                    addAll(place, texts);
                }
            }
        }
        return texts;
    }

    private static void addAll(Path place, List<Path> texts) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("/target/"))
                    .filter(file -> !LEFT_OUT.contains(file.getFileName().toString()))
                    .filter(GlossaryTest::isRead)
                    .forEach(texts::add);
        }
    }

    /** Scripts have names without an ending. */
    private static boolean isRead(Path file) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot < 0 || name.equals("breakages.txt") || READ.contains(name.substring(dot + 1));
    }

    @Test
    void wordsThatAreRuledOutStandNowhere() throws IOException {
        Pattern words = Pattern.compile("(?i)" + String.join("|", ruledOut()));
        List<String> found = new ArrayList<>();
        for (Path text : texts()) {
            try {
                words.matcher(Files.readString(text)).results().forEach(word -> found.add(text + ": " + word.group()));
            } catch (MalformedInputException e) {
                found.add(text + " is no text: " + e);
            }
        }
        assertThat(texts()).hasSizeGreaterThan(500);
        assertThat(ruledOut()).isNotEmpty();
        assertThat(found).isEmpty();
    }

    @Test
    void atMostSoManyWordsInTheOrderOfTheAlphabet() throws IOException {
        List<String> words = ROW.matcher(Files.readString(PAGE))
                .results()
                .map(row -> row.group(1))
                .filter(word -> !word.equals("word"))
                .toList();
        assertThat(words).hasSizeBetween(30, MOST_WORDS).isSorted();
    }
}
