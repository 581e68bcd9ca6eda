import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { usage } from './failure.ts';
import { globalOptions } from './help.ts';
import { nearest } from './nearest.ts';

const parserOptions = (described: NonNullable<Command['options']>) =>
  Object.fromEntries(
    Object.entries(described).map(([name, { value, short, multiple }]) => [
      name,
      {
        type: value ? ('string' as const) : ('boolean' as const),
        ...(short && { short }),
        ...(multiple && { multiple }),
      },
    ]),
  );

type CommandLine = {
  command?: Command;
  words: string[];
  rest: string[];
  isHelp: boolean;
  isVersion: boolean;
};

/** Options of every command may precede it or separate its words; options of a command follow it. */
export function commandLine(argv: string[], commands: readonly Command[]): CommandLine {
  const options = parserOptions(globalOptions);
  const { tokens, values } = parseArgs({
    args: argv,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const places: number[] = [];
  const words: string[] = [];
  let command: Command | undefined;
  for (const token of tokens) {
    if (token.kind === 'option-terminator' || command) break;
    if (token.kind === 'option') {
      if (token.name in options) continue;
      if (words.length > 0) break;
      throw usage(`${token.rawName} precedes the command. Options of a command follow it.`);
    }
    words.push(token.value);
    places.push(token.index);
    command = commands.find(({ name }) => name === words.join(' '));
  }
  return {
    ...(command && { command }),
    words,
    rest: argv.filter((_, at) => !places.includes(at)),
    isHelp: values.help === true,
    isVersion: values.version === true,
  };
}

export function optionsOf(command: Command, args: string[]) {
  const described: NonNullable<Command['options']> = { ...command.options, ...globalOptions };
  try {
    return parseArgs({ args, options: parserOptions(described), allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    const [, unknown = ''] = /^Unknown option '--([^']*)'/.exec(sentence) ?? [];
    const meant = unknown && nearest(unknown, Object.keys(described));
    const hint = meant ? ` Did you mean --${meant}?` : '';
    throw usage(`${sentence}.${hint} \`adtrail ${command.name} --help\` lists the options.`);
  }
}

export function unknownCommand(words: string[], commands: readonly Command[]) {
  const name = words.slice(0, 2).join(' ');
  const problem = name ? `Unknown command: ${name}.` : 'A command is missing.';
  return usage(`${problem}${suggestion(words, commands)} \`adtrail --help\` lists all.`);
}

function suggestion([first = '', second = '']: string[], commands: readonly Command[]): string {
  const group = commands.filter(({ name }) => name.split(' ')[0] === first);
  if (group.length > 0) return ` There are: ${group.map(({ name }) => name).join(', ')}.`;
  const names = commands.map(({ name }) => name);
  const words = names.map((name) => name.split(' ')[0] ?? '');
  const meant = nearest(`${first} ${second}`, names) ?? nearest(first, words);
  return meant ? ` Did you mean ${meant}?` : '';
}
