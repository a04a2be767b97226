package io.github.stormlock.insight.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;

/**
 * Compares two pictures of the page, both half as wide as they were taken. Another release of the browser, or of Debian's
 * fonts, draws the edges of letters anew and may break a line elsewhere: so heights may differ by a tenth, and the mean
 * difference of a channel may be 3 of 255. An opened row makes a difference of 4, another colour scheme one above 100.
 */
record PictureCheck(String name) {
    static final double MOST_DIFFERENCE = 3;

    void assertAlike(BufferedImage now, BufferedImage looked) {
        assertThat(now.getWidth()).as(name + ": width").isEqualTo(looked.getWidth());
        assertThat((double) now.getHeight() / looked.getHeight())
                .as(name + ": height")
                .isBetween(0.9, 1.1);
        assertThat(difference(now, looked)).as(name + ": mean difference").isLessThan(MOST_DIFFERENCE);
    }

    /** Returns the picture, half as wide, and with fewer colours, so that it is small. */
    static BufferedImage half(BufferedImage whole) {
        BufferedImage half = new BufferedImage(whole.getWidth() / 2, whole.getHeight() / 2, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < half.getHeight(); y++) {
            for (int x = 0; x < half.getWidth(); x++) {
                half.setRGB(x, y, mean(whole, 2 * x, 2 * y));
            }
        }
        return half;
    }

    /** Returns the mean of four points, to five bits a channel. */
    private static int mean(BufferedImage whole, int x, int y) {
        int mean = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int sum = (whole.getRGB(x, y) >> shift & 255)
                    + (whole.getRGB(x + 1, y) >> shift & 255)
                    + (whole.getRGB(x, y + 1) >> shift & 255)
                    + (whole.getRGB(x + 1, y + 1) >> shift & 255);
            mean |= (sum / 4 & 0xF8) << shift;
        }
        return mean;
    }

    static double difference(BufferedImage one, BufferedImage other) {
        int height = Math.min(one.getHeight(), other.getHeight());
        long sum = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < one.getWidth(); x++) {
                int a = one.getRGB(x, y);
                int b = other.getRGB(x, y);
                for (int shift = 0; shift <= 16; shift += 8) {
                    sum += Math.abs((a >> shift & 255) - (b >> shift & 255));
                }
            }
        }
        return sum / (3.0 * height * one.getWidth());
    }
}
