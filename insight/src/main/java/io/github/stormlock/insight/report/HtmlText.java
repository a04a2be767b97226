package io.github.stormlock.insight.report;

import io.github.stormlock.insight.read.Shown;

/** Writes texts into HTML. What has no shape of its own, or would turn the text around, is shown by its number. */
final class HtmlText {
    private static final int MOST = 300;

    private HtmlText() {}

    /** Returns a text on one line, at most 300 characters long. */
    static String of(String text) {
        return escaped(Shown.text(text, MOST));
    }

    /** Returns a text with its lines, each at most 300 characters long. */
    static String lines(String text) {
        return String.join("\n", text.lines().map(HtmlText::of).toList());
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
