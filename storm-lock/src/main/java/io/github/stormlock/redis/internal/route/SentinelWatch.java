package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.internal.connect.JedisSettings;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.providers.SentineledConnectionProvider;
import redis.clients.jedis.util.Delay;

/** Jedis's Sentinel client, used only for its knowledge of the primary. Connects at once. Thread-safe. */
final class SentinelWatch {
    private final Watcher watcher;
    private final RedisSentinelClient client;

    SentinelWatch(JedisSettings settings, Delay reconnect) {
        watcher = new Watcher(settings, reconnect);
        client = RedisSentinelClient.builder()
                .masterName(settings.config().master())
                .sentinels(settings.addresses())
                .clientConfig(JedisSettings.offline())
                .connectionProvider(watcher)
                .build();
    }

    HostAndPort primary() {
        return client.getCurrentMaster();
    }

    void end() {
        // The listeners first, because Jedis closes the pools of the replicas without regard to one that is being
        // added.
        watcher.endListeners();
        client.close();
    }

    private static final class Watcher extends SentineledConnectionProvider {
        Watcher(JedisSettings settings, Delay reconnect) {
            super(
                    settings.config().master(),
                    settings.client(),
                    JedisSettings.unusedPool(),
                    settings.addresses(),
                    settings.sentinelClient(),
                    reconnect);
        }

        /**
         * Ends the listeners' threads. Jedis tells a listener to stop but does not wake it, and one that is just
         * connecting misses it for good. So it is told again until it ends, also by a caller that is interrupted.
         */
        void endListeners() {
            boolean interrupted = false;
            for (SentinelListener listener : sentinelListeners) {
                while (listener.isAlive()) {
                    listener.interrupt();
                    listener.shutdown();
                    try {
                        listener.join(20);
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
