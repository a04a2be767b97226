/** The examples of docs/migration that use other libraries, and the test that runs them. */
package io.github.stormlock.benchmarks.migration;
