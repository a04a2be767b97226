package io.github.stormlock.demo.sample;

import java.util.List;

/**
 * A page or an asset that the made-up site serves.
 *
 * @param target the request target, query included
 * @param bytes the length of a whole response
 * @param assets the assets that a browser fetches with it
 */
record Page(String target, long bytes, List<Page> assets) {

    Page(String target, long bytes) {
        this(target, bytes, List.of());
    }
}
