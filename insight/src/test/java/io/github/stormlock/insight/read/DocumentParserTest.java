package io.github.stormlock.insight.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DocumentParserTest {
    private static WorkerInfo parsed(String json) {
        return DocumentParser.parse("factory", json.getBytes(StandardCharsets.UTF_8), 10_000)
                .orElseThrow();
    }

    @Test
    void fieldsOfAnotherTypeCountAsAbsentAndWrongRowsAreDropped() {
        WorkerInfo worker = parsed("{\"v\":1,\"lives\":15000,\"every\":\"soon\",\"who\":[],\"callers\":[1,\"pages/7\"],"
                + "\"sum\":{\"updates\":-5,\"groups\":\"x\",\"lost\":1e400},"
                + "\"held\":[1,{},{\"entry\":\"a\",\"kind\":\"mm\"},{\"entry\":\"b\",\"kind\":\"m\",\"age\":-3}],"
                + "\"hot\":{\"entry\":\"c\"},\"waits\":null}");
        assertThat(worker.age()).isEqualTo(5_000);
        assertThat(worker.every()).isEqualTo(1);
        assertThat(worker.caller(1)).contains("pages/7");
        assertThat(worker.caller(0)).isEmpty();
        assertThat(worker.sum("updates")).isZero();
        assertThat(worker.held()).singleElement().satisfies(row -> {
            assertThat(row.entry()).isEqualTo("b");
            assertThat(row.age()).isZero();
        });
    }

    @Test
    void whatIsNoDocumentOfThisVersionIsNotRead() {
        for (String text : new String[] {"", "null", "[]", "{}", "{\"v\":2}", "{\"v\":", "x"}) {
            assertThat(DocumentParser.parse("factory", text.getBytes(StandardCharsets.UTF_8), 1))
                    .as(text)
                    .isEmpty();
        }
        assertThat(DocumentParser.parse(
                        "factory", ("{\"v\":1}" + " ".repeat(70_000)).getBytes(StandardCharsets.UTF_8), 1))
                .isEmpty();
    }

    @Test
    void randomBytesDoNoHarm() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String whole =
                "{\"v\":1,\"lives\":15000,\"held\":[{\"entry\":\"b\",\"kind\":\"m\",\"age\":3}],\"callers\":[\"a\"]}";
        for (int run = 0; run < 5_000; run++) {
            byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            var read = DocumentParser.parse("factory", bytes, 10_000);
            assertThat(read.map(WorkerInfo::factory).orElse("factory"))
                    .as("seed " + seed)
                    .isEqualTo("factory");
        }
    }

    @Test
    void distributionsAreReadAndAddedUnlessTheyWouldNeedMuchMemory() {
        assertThat(Distributions.decode(encoded(new Histogram(2), 1_000))
                        .orElseThrow()
                        .getTotalCount())
                .isEqualTo(1_000);
        assertThat(Distributions.decode(encoded(new Histogram(5), 1_000))).isEmpty();
        assertThat(Distributions.decode("no base64")).isEmpty();
        assertThat(Distributions.decode("AAAA")).isEmpty();
        WorkerInfo worker =
                parsed("{\"v\":1,\"time\":{\"span\":5000,\"wait\":\"" + encoded(new Histogram(2), 1_000) + "\"}}");
        assertThat(worker.times()).containsOnlyKeys("wait");
        Histogram sum = Distributions.sum(java.util.List.of(
                        worker.times().get("wait"), worker.times().get("wait")))
                .orElseThrow();
        assertThat(sum.getTotalCount()).isEqualTo(2_000);
        assertThat(sum.getValueAtPercentile(50)).isBetween(490L, 510L);
    }

    private static String encoded(Histogram histogram, int values) {
        for (int i = 0; i < values; i++) {
            histogram.recordValue(i);
        }
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(bytes.array(), length));
    }

    @Test
    void namesOfConnectionsTellTheFactory() {
        String factory = "Zk3_-123456789012345ab";
        for (String name : new String[] {
            "storm-lock:stats:6700:" + factory,
            "storm-lock:" + factory,
            "storm-lock:stats:6700:" + factory + ":watchdog",
            "storm-lock:a:b:c:6700:" + factory + ":watchdog@app:"
        }) {
            assertThat(Connections.factory(name)).as(name).contains(factory);
        }
        assertThat(Connections.factory("storm-lock:stats:6700")).isEmpty();
        assertThat(Connections.factory("locks")).isEmpty();
    }

    @Test
    void textIsCutInTheMiddleAndEscaped() {
        assertThat(Shown.text("a".repeat(50) + "b".repeat(50), 20))
                .hasSize(20)
                .startsWith("aaa")
                .endsWith("bbb");
        assertThat(Shown.text("a\nb\u0000")).isEqualTo("a\\u000ab\\u0000");
        assertThat(Shown.text("ä €")).isEqualTo("ä €");
        assertThat(Shown.text("x".repeat(1_000_000), 40)).hasSize(40);
        assertThat(Shown.millis(12)).isEqualTo("12 ms");
        assertThat(Shown.millis(41_230)).isEqualTo("41.2 s");
        assertThat(Shown.millis(303_000)).isEqualTo("5 min 3 s");
        assertThat(Shown.millis(600_000_000)).isEqualTo("6 d 22 h");
    }
}
