package io.github.stormlock.entry.internal;

/** An error about a value of an entry. Who knows which entry it is names it in the message. */
public interface Unsuitable {
    /** Names the entry, or the entries of which one has the value, in the message. */
    void in(String entry);

    /** A value that is no number. */
    final class Text extends NumberFormatException implements Unsuitable {
        private static final long serialVersionUID = 1L;
        private String entry = "";

        Text(String message) {
            super(message);
        }

        @Override
        public void in(String name) {
            entry = "entry " + name + ": ";
        }

        @Override
        public String getMessage() {
            return entry + super.getMessage();
        }
    }

    /** A sum that is no number of the kind. */
    final class Sum extends ArithmeticException implements Unsuitable {
        private static final long serialVersionUID = 1L;
        private String entry = "";

        Sum(String message) {
            super(message);
        }

        @Override
        public void in(String name) {
            entry = "entry " + name + ": ";
        }

        @Override
        public String getMessage() {
            return entry + super.getMessage();
        }
    }
}
