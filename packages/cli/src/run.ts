import { openApi } from './api.ts';
import { commandLine, optionsOf, unknownCommand } from './command-line.ts';
import { login, logout } from './commands/login.ts';
import { commands } from './commands.ts';
import { openConfig } from './config.ts';
import { exits, Failure, usage } from './failure.ts';
import { helpOf, overview } from './help.ts';
import { version } from './version.ts';
import { lines, oneLine, visibleIn, visibleJson } from './visible.ts';

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
  const { command, words, rest, isHelp, isVersion } = commandLine(argv, commands);
  if (!command) {
    const [first] = words;
    if (isVersion) return void out(`${version}\n`);
    const listed = commands.filter(({ name }) => !first || name.startsWith(first));
    if (listed.length > 0 && (argv.length === 0 || isHelp)) return void out(overview(listed));
    throw unknownCommand(words, commands);
  }
  const { values, positionals } = optionsOf(command, rest);
  if (values.help) return void out(helpOf(command));
  if (values.version) return void out(`${version}\n`);
  const minArgs = command.args?.startsWith('<') ? 1 : 0;
  if (positionals.length < minArgs) throw usage(`${command.args} is missing. \`adtrail ${command.name} --help\` shows how.`);
  const maxArgs = command.maxArgs ?? (command.args ? 1 : 0);
  if (positionals.length > maxArgs) throw usage(`Unexpected argument: ${positionals.at(-1)}.`);

  const json = values.json === true;
  const textOf = (name: string) => (typeof values[name] === 'string' ? (values[name] as string) : undefined);
  const baseUrl = typeof values['base-url'] === 'string' ? values['base-url'] : undefined;
  const settingsNow = () =>
    openConfig(env, {
      isReset: command === logout,
      mayBeNew: command === login,
      profile: textOf('profile'),
      baseUrl: command === login ? undefined : baseUrl,
    });
  const config = settingsNow();
  await command.run({
    configNow: () => ({ ...settingsNow(), baseUrl: config.baseUrl }),
    args: positionals,
    config,
    json,
    api: openApi(config),
    text: textOf,
    texts: (name) => (Array.isArray(values[name]) ? (values[name] as string[]) : []),
    isSet: (name) => values[name] === true,
    print: (value, text) => void out(`${json ? visibleJson(value) : lines(text)}\n`),
    printJson: (text) => void out(`${visibleIn(text)}\n`),
    note: (text) => void (json || err(`${lines(text)}\n`)),
    stdin,
    atEnd,
  });
}
