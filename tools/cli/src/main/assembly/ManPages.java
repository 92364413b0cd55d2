// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import org.neardup.tools.command.NeardupCommand;
import org.neardup.tools.console.Terminal;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes pages in AsciiDoc, one a command, into a folder: a release makes man pages of them. */
class ManPages {
  public static void main(String[] args) throws ReflectiveOperationException {
    Constructor<?> program = NeardupCommand.class.getDeclaredConstructor(Terminal.class);
    Field commands = NeardupCommand.class.getDeclaredField("COMMANDS");
    program.setAccessible(true);
    commands.setAccessible(true);
    CommandLine neardup = new CommandLine(program.newInstance(Terminal.ofProcess()));
    Map<?, ?> byName = (Map<?, ?>) commands.get(null);
    new TreeMap<>(byName).forEach((name, command) -> neardup.addSubcommand((String) name, command));
    neardup.setUsageHelpWidth(10_000); // broken lines of a synopsis would break its marks
    CommandLine generator = new CommandLine(new ManPageGenerator());
    generator.getCommandSpec().usageMessage().hidden(true);
    neardup.addSubcommand("man", generator);
    System.exit(neardup.execute("man", "--outdir", args[0]));
  }
}
