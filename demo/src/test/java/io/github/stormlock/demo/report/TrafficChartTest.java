package io.github.stormlock.demo.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrafficChartTest {
    private static final LocalDateTime BEGIN = LocalDateTime.parse("2015-05-17T10:00");

    @TempDir
    Path folder;

    @Test
    void drawsPngAndSvg() throws Exception {
        List<TrafficRow<LocalDateTime>> hours = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            hours.add(new TrafficRow<>(BEGIN.plusHours(i), 60 + i % 24 * 5, 1, i % 7 == 0 ? 20 : 2));
        }

        TrafficChart.draw("Traffic", hours, folder.resolve("traffic"));

        BufferedImage picture = ImageIO.read(folder.resolve("traffic.png").toFile());
        assertThat(picture.getWidth()).isEqualTo(1_200);
        assertThat(colours(picture)).as("colours in the picture").isGreaterThan(5);
        assertThat(Files.readString(folder.resolve("traffic.svg"))).contains("<svg", "<path", "</svg>");
    }

    @Test
    void quietHoursStandAtZero() {
        List<TrafficRow<LocalDateTime>> steps = TrafficChart.steps(
                List.of(new TrafficRow<>(BEGIN, 5, 1, 0), new TrafficRow<>(BEGIN.plusHours(30), 7, 1, 0)));

        assertThat(steps)
                .extracting(TrafficRow::of, TrafficRow::hits)
                .containsExactly(
                        tuple(BEGIN, 5L),
                        tuple(BEGIN.plusHours(1), 0L),
                        tuple(BEGIN.plusHours(29), 0L),
                        tuple(BEGIN.plusHours(30), 7L),
                        tuple(BEGIN.plusHours(31), 7L));
    }

    private static long colours(BufferedImage picture) {
        return IntStream.range(0, picture.getWidth() * picture.getHeight())
                .map(i -> picture.getRGB(i % picture.getWidth(), i / picture.getWidth()))
                .distinct()
                .count();
    }
}
