import type { Api } from './api.ts';
import type { Config } from './config.ts';

type OptionText = {
  type: 'string' | 'boolean';
  short?: string;
  multiple?: boolean;
  value?: string;
  text: string;
};

/** What a command is given. */
export type Context = {
  /** Positional arguments after the command's own words. */
  args: string[];
  text(name: string): string | undefined;
  texts(name: string): string[];
  isSet(name: string): boolean;
  config: Config;
  /** The settings as they are now, for programs that run for weeks. */
  configNow(): Config;
  api: Api;
  json: boolean;
  /** One JSON line with `--json`, else the text for people. */
  print(value: unknown, text: string): void;
  /** A line for people on stderr, so that stdout has the result alone. */
  note(text: string): void;
  /** What to do first when Ctrl-C ends the program. */
  atEnd(cleanUp: () => Promise<void>): void;
  /** All of the standard input. */
  stdin(): Promise<string>;
};
export type Command = {
  name: string;
  summary: string;
  /** Positional arguments, as the help shows them: `<id>`; optional ones in brackets. */
  args?: string;
  /** What the argument can be, for the completion of shells. */
  choices?: readonly string[];
  options?: Record<string, OptionText>;
  examples: string[];
  run(context: Context): Promise<void>;
};

export const environmentOption = {
  test: { type: 'boolean', text: 'Test environment (default: live)' },
} as const;
export const clientOption = {
  client: { type: 'string', value: 'ID', text: 'For agencies: user ID of the managed client' },
} as const;
export const clientOf = ({ text }: Context) => ({ client_user_id: text('client') });
export const environmentOf = ({ isSet }: Context): 'test' | 'live' => (isSet('test') ? 'test' : 'live');
