package io.github.stormlock.lock;

import java.util.Locale;

/** True or false. */
record ConfigFlag() implements ConfigType<Boolean> {

    @Override
    public Boolean read(Object raw) {
        if (raw instanceof Boolean flag) {
            return flag;
        }
        String text = raw instanceof String given ? given.strip().toLowerCase(Locale.ROOT) : "";
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("is not true or false");
        }
        return Boolean.valueOf(text);
    }

    @Override
    public Boolean inRange(Boolean value) {
        return value;
    }

    @Override
    public String unit() {
        return "flag";
    }

    @Override
    public String range() {
        return "true or false";
    }
}
