package io.github.stormlock.benchmarks.migration;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import org.apache.storm.redis.bolt.RedisStoreBolt;
import org.apache.storm.redis.common.config.JedisPoolConfig;
import org.apache.storm.redis.common.mapper.RedisDataTypeDescription;
import org.apache.storm.redis.common.mapper.RedisStoreMapper;
import org.apache.storm.tuple.ITuple;
import org.apache.storm.tuple.Tuple;

/** Writes the price of each offer: by RedisStoreBolt, and by a locking bolt. */
final class StoredPrices {
    private StoredPrices() {}

    static RedisStoreBolt before(String host, int port) {
        JedisPoolConfig redis =
                new JedisPoolConfig.Builder().setHost(host).setPort(port).build();
        return new RedisStoreBolt(redis, new PriceMapper());
    }

    static final class PriceMapper implements RedisStoreMapper {
        private static final long serialVersionUID = 1L;

        @Override
        public RedisDataTypeDescription getDataTypeDescription() {
            return new RedisDataTypeDescription(RedisDataTypeDescription.RedisDataType.HASH, "prices");
        }

        @Override
        public String getKeyFromTuple(ITuple offer) {
            return offer.getStringByField("article");
        }

        @Override
        public String getValueFromTuple(ITuple offer) {
            return offer.getStringByField("price");
        }
    }

    static final class After extends LockingBolt<HashEntry> {
        After() {
            super(Entries.hash());
        }

        @Override
        protected String entryKey(Tuple offer) {
            return "prices";
        }

        @Override
        protected void update(Tuple offer, HashEntry prices) {
            prices.set(offer.getStringByField("article"), offer.getStringByField("price"));
        }
    }
}
