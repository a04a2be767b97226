package io.github.stormlock.topologies.accesslog.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.topologies.accesslog.parse.LogLine.Hit;
import io.github.stormlock.topologies.accesslog.parse.LogLine.Malformed;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessLogParserTest {

    private static final String COMMON =
            "192.0.2.7 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a.gif?x=1 HTTP/1.0\" 200 2326";
    private static final String COMBINED = COMMON + " \"http://example.com/start\" \"Mozilla/4.08 [en] (Win98; I)\"";

    @Test
    void readsCommonAndCombinedAlike() {
        Hit expected = new Hit("192.0.2.7", Instant.parse("2000-10-10T20:55:36Z"), "GET", "/a.gif?x=1", 200, 2326);

        assertThat(AccessLogParser.parse(COMMON)).isEqualTo(expected);
        assertThat(AccessLogParser.parse(COMBINED)).isEqualTo(expected);
        assertThat(AccessLogParser.parse(COMBINED + " \"203.0.113.9\"")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2001:DB8::1 - - | 2001:db8::1",
                "::1 - - | ::1",
                "fe80::1%eth0 - - | fe80::1%eth0",
                "203.0.113.5 ident frank | 203.0.113.5",
                "203.0.113.5  -  - | 203.0.113.5",
                "host-7.Example.net - - | host-7.example.net",
                "b\u00fccher.example - Ann Lee | b\u00fccher.example"
            })
    void findsTheClient(String before, String client) {
        assertThat(hit(before(before)).address()).isEqualTo(client);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- - -",
                "unix: -",
                "203.0.113.5 -",
                "Nov  5 03:12:44 web7 httpd[812]: 203.0.113.5 - -",
                "<134>1 2023-11-05T03:12:44Z web7 nginx 812 - - 203.0.113.5 - -",
                "proxy-1  | 203.0.113.5 - -",
                "\"203.0.113.5\" - -"
            })
    void takesNothingElseForAClient(String before) {
        assertThat(AccessLogParser.parse(before(before)))
                .isInstanceOfSatisfying(Malformed.class, malformed -> assertThat(malformed.reason())
                        .contains("not client, identity and user"));
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\t", "  \t ", "\r"})
    void passesBlanksAtTheEnd(String blanks) {
        assertThat(hit(COMMON + blanks)).isEqualTo(hit(COMMON));
        assertThat(hit(COMBINED + blanks)).isEqualTo(hit(COMMON));
        assertThat(hit(COMBINED + " \"-\"" + blanks)).isEqualTo(hit(COMMON));
    }

    @ParameterizedTest
    @ValueSource(strings = {" 0.012", " \"-\" 17us 3"})
    void refusesFieldsThatAreNotQuoted(String more) {
        assertThat(AccessLogParser.parse(COMBINED + more))
                .isInstanceOfSatisfying(Malformed.class, malformed -> assertThat(malformed.reason())
                        .contains("quoted fields at character 47:  \"GET /a.gif"));
    }

    @Test
    void takesUsersWithSpacesAndBrackets() {
        assertThat(hit(COMMON.replace("frank", "frank [the tank] o'hara"))).isEqualTo(hit(COMMON));
    }

    @Test
    void leavesEscapesInTheTargetAsLogged() {
        assertThat(hit(COMMON.replace("/a.gif?x=1", "/a\\\"b\\\\")).path()).isEqualTo("/a\\\"b\\\\");
        assertThat(hit(COMBINED.replace("Win98", "\\\"Win\\\"98"))).isEqualTo(hit(COMBINED));
    }

    @Test
    void takesRequestsOfAnyShape() {
        assertThat(request("GET /old")).isEqualTo(List.of("GET", "/old"));
        assertThat(request("GET /a b HTTP/1.1")).isEqualTo(List.of("GET", "/a b"));
        assertThat(request("OPTIONS * HTTP/1.1")).isEqualTo(List.of("OPTIONS", "*"));
        assertThat(request("-")).isEqualTo(List.of("-", "-"));
        assertThat(request("")).isEqualTo(List.of("-", "-"));
        assertThat(request("GET")).isEqualTo(List.of("-", "GET"));
        assertThat(request("\\x16\\x03\\x01 x")).isEqualTo(List.of("-", "\\x16\\x03\\x01 x"));
        assertThat(request("X".repeat(33) + " /")).isEqualTo(List.of("-", "X".repeat(33) + " /"));
    }

    @Test
    void givesInstantsInUtc() {
        assertThat(time("01/Jan/2016:00:30:00 +0530")).isEqualTo("2015-12-31T19:00:00Z");
        assertThat(time("29/Feb/2016:23:59:59 +0000")).isEqualTo("2016-02-29T23:59:59Z");
        assertThat(time("01/Dec/1999:00:00:00 -1000")).isEqualTo("1999-12-01T10:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "29/Feb/2015:23:59:59 +0000",
                "00/Jan/2015:00:00:00 +0000",
                "01/Foo/2015:00:00:00 +0000",
                "01/anF/2015:00:00:00 +0000",
                "01/Jan/2015:24:00:00 +0000",
                "01/Jan/2015:00:60:00 +0000",
                "01/Jan/2015:00:00:00 +9900",
                "31/Dec/1969:23:59:59 +0000",
                "31/Dec/9999:23:59:59 -0100",
                "1/Jan/2015:00:00:00 +0000",
                "01/Jan/2015:00:00:00"
            })
    void refusesTimesThatDoNotExist(String time) {
        assertThat(AccessLogParser.parse(at(time))).isInstanceOf(Malformed.class);
    }

    @Test
    void findsEveryCombinedLineThatIsCutOffBehindItsCommonPartMalformed() {
        for (int length = COMMON.length() + 2; length < COMBINED.length(); length++) {
            assertThat(AccessLogParser.parse(COMBINED.substring(0, length)))
                    .as("cut to %d", length)
                    .isInstanceOf(Malformed.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\0\0\0\0",
                "GET / HTTP/1.1",
                "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 20 1",
                "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 2000 1",
                "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 20x 1",
                "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 200 -1",
                "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 200 1.5",
                "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 200 1000000000000000",
                "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\"200 1",
                "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\\\" 200 1",
                "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] GET / 200 1",
                "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" \u0662\u0660\u0660 1",
                "192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET /\" 200 1 \"-\" \"a\" 192.0.2.8 - - [10",
                "192.0.2.7 - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 200 1",
                " - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 200 1"
            })
    void saysWhatIsWrong(String line) {
        assertThat(AccessLogParser.parse(line))
                .isInstanceOfSatisfying(Malformed.class, malformed -> assertThat(malformed.reason())
                        .isNotBlank());
    }

    @Test
    void throwsNothingWhateverBytesStandInALine() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 20_000; run++) {
            StringBuilder line = new StringBuilder(COMBINED);
            for (int change = random.nextInt(5); change >= 0; change--) {
                int at = random.nextInt(line.length());
                line.setCharAt(at, " \"[]\\-/:0zZ\0\ud800".charAt(random.nextInt(13)));
                line.setLength(random.nextInt(10) == 0 ? 1 + at : line.length());
            }
            assertThat(AccessLogParser.parse(line.toString()))
                    .as("seed %d, run %d", seed, run)
                    .isNotNull();
        }
    }

    @Test
    @Timeout(20)
    void takesTimeInProportionToTheLength() {
        for (String hostile : new String[] {" [", "\"", "\\", " ", "[10/Oct/2000:13:55:36 -0700] ", "\\\" "}) {
            String line = "192.0.2.7 - " + hostile.repeat(2_000_000 / hostile.length());
            assertThat(AccessLogParser.parse(line)).isNotNull();
            assertThat(AccessLogParser.parse(COMMON + " \"" + line)).isInstanceOf(Malformed.class);
        }
    }

    private static String before(String before) {
        return COMMON.replace("192.0.2.7 - frank", before);
    }

    private static String at(String time) {
        return COMMON.replace("10/Oct/2000:13:55:36 -0700", time);
    }

    private static Instant time(String time) {
        return hit(at(time)).time();
    }

    private static List<String> request(String request) {
        Hit hit = hit(COMMON.replace("GET /a.gif?x=1 HTTP/1.0", request));
        return List.of(hit.method(), hit.path());
    }

    private static Hit hit(String line) {
        return (Hit) AccessLogParser.parse(line);
    }
}
