package io.github.stormlock.torture.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpanTest {
    private final Span span = new Span(10, 20);

    @Test
    void whatMeetsItIsCutOutOfIt() {
        assertThat(span.without(new Span(12, 15))).containsExactly(new Span(10, 12), new Span(15, 20));
        assertThat(span.without(new Span(5, 15))).containsExactly(new Span(15, 20));
        assertThat(span.without(new Span(15, 25))).containsExactly(new Span(10, 15));
        assertThat(span.without(new Span(5, 25))).isEmpty();
    }

    @Test
    void whatDoesNotMeetItLeavesItWhole() {
        assertThat(span.without(new Span(1, 5))).containsExactly(span);
        assertThat(span.without(new Span(25, 30))).containsExactly(span);
    }
}
