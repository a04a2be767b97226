package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.Secret;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.RedisCredentials;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The login of one connection. It reads the secret when Jedis asks for it, and knows what it has sent until the
 * connection is made. For one thread.
 */
final class SentPassword implements Supplier<RedisCredentials> {
    private final Names names;
    private final String setting;
    private final String user;
    private final Secret secret;
    private @Nullable String sent;

    /** @param setting the setting of the place of the secret, for messages */
    SentPassword(Names names, String setting, String user, Secret secret) {
        this.names = names;
        this.setting = setting;
        this.user = user;
        this.secret = secret;
    }

    /** Returns true if there is anything to log in with. */
    boolean isGiven() {
        return !user.isEmpty() || secret != Secret.NONE;
    }

    @Override
    public RedisCredentials get() {
        try {
            String password = Checks.reveal(names, setting, secret);
            sent = password;
            return new DefaultRedisCredentials(user.isEmpty() ? null : user, password);
        } catch (IllegalArgumentException e) {
            // Jedis closes the socket again only for this kind of exception.
            throw new JedisException(e.getMessage(), e);
        }
    }

    /** Forgets what was sent: Jedis keeps this object for as long as the connection lives. */
    void forget() {
        sent = null;
    }

    /**
     * Returns true if another password stands at the place of the secret now than was sent. Only then is a refused
     * login worth another try: servers may lock a user out who sends a wrong password again and again.
     */
    boolean hasChanged() {
        String before = sent;
        try {
            return before != null && !before.equals(secret.reveal());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
