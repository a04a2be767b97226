#!/usr/bin/env python3
"""The storm command of the Storm that scripts/storm-dev assembles. scripts/storm runs it where the cluster is.

It reads its arguments as Storm's own command does, by the same library: options stand in any place, may be abbreviated,
and are taken out of the arguments of the main class, too. In three things it differs. It knows six commands. It reads the
configuration of this cluster alone, and never that of ~/.storm, which may name another one. It asks no JVM for settings.
"""

import argparse
import contextlib
import io
import os
import shlex
import sys
from urllib.parse import quote_plus

HOME = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
# Storm's own classes for the commands that a JVM answers.
CLASSES = {
    "kill": "KillTopology",
    "list": "ListTopologies",
    "rebalance": "Rebalance",
    "activate": "Activate",
    "deactivate": "Deactivate",
}
# Storm's own options that every command has.
CONFIG_OPTIONS = ("-c", "-storm_config_opts", "--config")
WITHOUT_WEBAPP = ("ui", "logviewer", "drpc")


def wrong(message, code=2):
    print("storm: " + message, file=sys.stderr)
    sys.exit(code)


def at_least(least):
    def read(text):
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is below {least}")
        return int(text)

    read.__name__ = "whole number"
    return read


def parser():
    main = argparse.ArgumentParser(
        prog="storm", description="Storm's own command, for the cluster of scripts/storm-dev. There is no UI: "
        "storm-webapp is not on Maven Central."
    )
    commands = main.add_subparsers(dest="command", metavar="COMMAND")

    def command(name, about):
        return commands.add_parser(name, help=about, description=about)

    jar = command("jar", "runs a main class of a jar, which submits a topology")
    jar.add_argument("file", metavar="JAR")
    jar.add_argument("main_class", metavar="CLASS")
    jar.add_argument("--jars", default="", metavar="JAR,JAR", help="more jars, for this command and for the workers")
    # Needs storm-submit-tools, as the five after it do. They are known, so that abbreviations are read the same way.
    jar.add_argument("--artifacts", default="", help="not here: storm-submit-tools is not on Maven Central")
    for option in ("artifactRepositories", "mavenLocalRepositoryDirectory", "proxyUrl", "proxyUsername", "proxyPassword"):
        jar.add_argument("--" + option, default="", help=argparse.SUPPRESS)
    jar.add_argument("--storm-server-classpath", action="store_true", help="takes the daemons' class path")

    command("list", "lists the topologies")
    kill = command("kill", "ends a topology")
    rebalance = command("rebalance", "spreads a topology anew")
    for one in (kill, rebalance, command("activate", "goes on with the spouts"), command("deactivate", "stops the spouts")):
        one.add_argument("name", metavar="TOPOLOGY")
    for one in (kill, rebalance):
        one.add_argument("-w", "--wait-time-secs", type=at_least(0), help="how long the spouts stand still before it")
    rebalance.add_argument("-n", "--num-workers", type=at_least(1), help="the number of workers")
    rebalance.add_argument("-e", "--executor", action="append", default=[], metavar="COMPONENT=N",
                           help="the number of executors of a component")
    rebalance.add_argument("-r", "--resources", help="resources by component, in JSON")
    rebalance.add_argument("-t", "--topology-conf", help="keys of the topology's configuration, in JSON")

    for one in commands.choices.values():
        one.add_argument("--config", metavar="FILE", help="a file in place of storm.yaml")
        one.add_argument("-storm_config_opts", "-c", action="append", default=[], metavar="KEY=VALUE", dest="options",
                         help="a value over that of the configuration; repeatable")
        one.add_argument("main_args", nargs="*", metavar="ARGUMENT", help="what the class gets")
    return main


def parsed(line):
    args, unknown = parser().parse_known_args(line)
    if args.command:
        args.main_args += unknown
    return args


def without_config(line):
    """Takes out the options of the configuration, each with the value behind it, and leaves those that are written as one."""
    return [word for i, word in enumerate(line)
            if word not in CONFIG_OPTIONS and (i == 0 or line[i - 1] not in CONFIG_OPTIONS)]


def java(args, lib, jvm_options, class_path, main):
    """Becomes the JVM."""
    command = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if os.environ.get("JAVA_HOME") else "java"
    path = [os.path.join(HOME, lib, "*"), os.path.join(HOME, "extlib", "*")] + class_path
    line = [
        command, "-client", "-XX:-UsePerfData", "-Ddaemon.name=",
        "-Dstorm.options=" + ",".join(quote_plus(option) for option in args.options),
        "-Dstorm.home=" + HOME, "-Dstorm.log.dir=" + os.path.join(HOME, "logs"),
        "-Dstorm.conf.file=" + (args.config or ""),
        "-Dlog4j2.configurationFile=" + os.path.join(HOME, "log4j2", "client.xml"),
        "-cp", os.pathsep.join(path),
    ] + jvm_options + main
    sys.stdout.flush()
    try:
        os.execvp(command, line)
    except OSError as e:
        wrong(f"{command} cannot be run: {e.strerror}; install a JDK 17 or later, or set JAVA_HOME", 1)


def run_jar(args):
    if args.artifacts:
        wrong("--artifacts needs storm-submit-tools, which is not on Maven Central: name the jars by --jars")
    jars = args.jars.split(",")
    java(
        args,
        "lib" if args.storm_server_classpath else "lib-worker",
        shlex.split(os.environ.get("STORM_JAR_JVM_OPTS", "")) + [
            "-Dstorm.jar=" + args.file,
            "-Dstorm.dependency.jars=" + ",".join(jars),
            "-Dstorm.dependency.artifacts={}",
        ],
        [args.file, os.path.join(HOME, "conf"), os.path.join(HOME, "bin")] + [jar for jar in jars if jar],
        [args.main_class] + args.main_args,
    )


def check_executors(executors):
    for executor in executors:
        component, _, number = executor.partition("=")
        if not component or not number.strip().isdigit():
            wrong(f"-e is '{executor}', not COMPONENT=N", 1)


def run(line):
    args = parsed(line)
    if args.command is None:
        parser().print_help(sys.stderr)
        sys.exit(1)
    if args.command == "jar":
        run_jar(args)
    if args.command == "rebalance":
        check_executors(args.executor)
    # Storm's classes read the rest once more.
    java(args, "lib", [], [os.path.join(HOME, "conf"), os.path.join(HOME, "bin")],
         ["org.apache.storm.command." + CLASSES[args.command]] + without_config(line[1:]))


def reads_as(line, wanted):
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            return vars(parsed(line)) == wanted
    except SystemExit:
        return False


def run_as_given(shown, words):
    """Runs a main class with just the arguments that are given, and shows a line for Storm's own command that does it, too.

    The words are options of storm jar, --, the jar, the class, and its arguments. Options among these need a -- before
    them; so does a -- itself, or not, as the version of Python has it.
    """
    split = words.index("--")
    options, (file, main_class, *arguments) = words[:split], words[split + 1:]
    wanted = vars(parsed(["jar"] + options + [file, main_class]))
    wanted["main_args"] = arguments
    for guard in ([], ["--"], ["--", "--"]):
        line = ["jar"] + options + [file, main_class] + guard + arguments
        if reads_as(line, wanted):
            print("$ " + shlex.join([shown] + line))
            run(line)
    wrong("Storm's command would not read these arguments as they stand: " + shlex.join(arguments))


def main(line):
    if line and line[0] in WITHOUT_WEBAPP:
        wrong(f"there is no {line[0]}: it is a part of storm-webapp, which is not on Maven Central. "
              "storm list, scripts/storm-dev stats and scripts/storm-dev logs show what runs")
    if line and line[0] == "as-given":
        run_as_given(line[1], line[2:])
    run(line)


if __name__ == "__main__":
    main(sys.argv[1:])
