import { parseArgs } from 'node:util';
import { openApi } from './api.ts';
import type { Command } from './command.ts';
import { login, logout } from './commands/login.ts';
import { commands } from './commands.ts';
import { openConfig } from './config.ts';
import { exits, Failure, usage } from './failure.ts';
import { globalOptions, helpOf, overview } from './help.ts';
import { nearest } from './nearest.ts';
import { version } from './version.ts';
import { lines, oneLine, visibleJson } from './visible.ts';

export type World = {
  env: NodeJS.ProcessEnv;
  out(text: string): void;
  err(text: string): void;
  stdin(): Promise<string>;
  atEnd(cleanUp: () => Promise<void>): void;
};

export async function run(argv: string[], world: World): Promise<number> {
  try {
    await main(argv, world);
    return 0;
  } catch (error) {
    const { message, code, requestId, exit } =
      error instanceof Failure
        ? error
        : {
            message:
              error instanceof TypeError
                ? `The answer of the service was not understood (${error.message}). Is the command line up to date?`
                : String((error as Error)?.message ?? error),
            code: 'internal',
            requestId: undefined,
            exit: exits.failed,
          };
    world.err(
      argv.includes('--json')
        ? `${visibleJson({ error: { code, message, ...(requestId && { request_id: requestId }) } })}\n`
        : `${oneLine(message)}${requestId ? ` (request ${requestId})` : ''}\n`,
    );
    return exit;
  }
}

async function main(argv: string[], { env, out, err, stdin, atEnd }: World): Promise<void> {
  const words = argv.filter((word) => !word.startsWith('-'));
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  if (!command) {
    if (argv.includes('--version') || argv.includes('-v')) return void out(`${version}\n`);
    if (argv.length === 0 || argv.includes('--help') || argv.includes('-h') || words[0] === 'help')
      return void out(
        overview(
          commands.filter(({ name }) => !words[0] || words[0] === 'help' || name.startsWith(words[0])),
        ),
      );
    throw usage(
      `Unknown command: ${words.slice(0, 2).join(' ')}.${suggestion(words)} \`adtrail --help\` lists all.`,
    );
  }
  const { values, positionals } = parsed(command, argv.slice(command.name.split(' ').length));
  if (values.help) return void out(helpOf(command));
  if (values.version) return void out(`${version}\n`);
  const minArgs = command.args?.startsWith('<') ? 1 : 0;
  if (positionals.length < minArgs)
    throw usage(`${command.args} is missing. \`adtrail ${command.name} --help\` shows how.`);
  if (positionals.length > (command.args ? 1 : 0)) throw usage(`Unexpected argument: ${positionals.at(-1)}.`);

  const json = values.json === true;
  const textOf = (name: string) => (typeof values[name] === 'string' ? (values[name] as string) : undefined);
  const baseUrl = typeof values['base-url'] === 'string' ? values['base-url'] : undefined;
  const settingsNow = () =>
    openConfig(env, {
      ...{ isReset: command === logout, mayBeNew: command === login, profile: textOf('profile') },
      baseUrl: command === login ? undefined : baseUrl,
    });
  const config = settingsNow();
  await command.run({
    configNow: () => ({ ...settingsNow(), baseUrl: config.baseUrl }),
    ...{ args: positionals, config, json, api: openApi(config), text: textOf },
    texts: (name) => (Array.isArray(values[name]) ? (values[name] as string[]) : []),
    isSet: (name) => values[name] === true,
    print: (value, text) => void out(`${json ? visibleJson(value) : lines(text)}\n`),
    note: (text) => void (json || err(`${lines(text)}\n`)),
    ...{ stdin, atEnd },
  });
}

function parsed(command: Command, args: string[]) {
  const described: NonNullable<Command['options']> = { ...command.options, ...globalOptions };
  const options = Object.fromEntries(
    Object.entries(described).map(([name, { value, short, multiple }]) => [
      name,
      {
        type: value ? ('string' as const) : ('boolean' as const),
        ...(short && { short }),
        ...(multiple && { multiple }),
      },
    ]),
  );
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    const [, unknown = ''] = /^Unknown option '--([^']*)'/.exec(sentence) ?? [];
    const meant = unknown && nearest(unknown, Object.keys(described));
    const hint = meant ? ` Did you mean --${meant}?` : '';
    throw usage(`${sentence}.${hint} \`adtrail ${command.name} --help\` lists the options.`);
  }
}

function suggestion([first = '', second = '']: string[]): string {
  const group = commands.filter(({ name }) => name.split(' ')[0] === first);
  if (group.length > 0) return ` There are: ${group.map(({ name }) => name).join(', ')}.`;
  const names = commands.map(({ name }) => name);
  const words = names.map((name) => name.split(' ')[0] ?? '');
  const meant = nearest(`${first} ${second}`, names) ?? nearest(first, words);
  return meant ? ` Did you mean ${meant}?` : '';
}
