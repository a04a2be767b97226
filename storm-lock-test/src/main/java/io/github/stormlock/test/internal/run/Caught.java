package io.github.stormlock.test.internal.run;

import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.SpoutSpec;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.utils.Utils;

/** Puts around the spouts and bolts of a topology what catches that they throw. */
public final class Caught {
    private Caught() {}

    /** Changes the topology. Components that are no Java objects of their own stay as they are. */
    public static void allOf(StormTopology topology) {
        for (SpoutSpec spout : topology.get_spouts().values()) {
            ComponentObject object = spout.get_spout_object();
            if (object.is_set_serialized_java()) {
                spout.set_spout_object(serialized(new CaughtSpout(object.get_serialized_java())));
            }
        }
        for (Bolt bolt : topology.get_bolts().values()) {
            ComponentObject object = bolt.get_bolt_object();
            if (object.is_set_serialized_java()) {
                bolt.set_bolt_object(serialized(new CaughtBolt(object.get_serialized_java())));
            }
        }
    }

    private static ComponentObject serialized(Object component) {
        return ComponentObject.serialized_java(Utils.javaSerialize(component));
    }
}
