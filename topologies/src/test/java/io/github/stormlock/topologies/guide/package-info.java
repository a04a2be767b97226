/** The examples of docs/guide, and the tests that run them and look for them on the pages. */
package io.github.stormlock.topologies.guide;
