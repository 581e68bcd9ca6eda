import type { Command } from '../command.ts';
import { unknownCommand } from '../command-line.ts';
import { helpOf, overview } from '../help.ts';
import { version } from '../version.ts';

export const helpCommandOf = (commands: () => readonly Command[]): Command => ({
  name: 'help',
  summary: 'Show the help of a command, or list all commands',
  args: '[command]',
  maxArgs: 2,
  get choices() {
    return [...new Set(commands().map(({ name }) => name.split(' ')[0] ?? ''))];
  },
  examples: ['adtrail help report', 'adtrail help keys create', 'adtrail help keys'],
  async run({ args, print }) {
    const asked = args.join(' ');
    const command = commands().find(({ name }) => name === asked);
    const group = commands().filter(({ name }) => asked === '' || name.startsWith(`${asked} `));
    if (!command && group.length === 0) throw unknownCommand(args, commands());
    const help = (command ? helpOf(command) : overview(group)).trimEnd();
    print({ command: command?.name ?? null, help }, help);
  },
});

export const versionCommand: Command = {
  name: 'version',
  summary: 'Show the version of the command line',
  examples: ['adtrail version'],
  async run({ print }) {
    print({ version }, version);
  },
};
