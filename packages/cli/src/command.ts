import type { Api } from './api.ts';
import type { Config } from './config.ts';

type OptionText = {
  short?: string;
  multiple?: boolean;
  /** An option without `value` is a flag. */
  value?: string;
  text: string;
};

export type Context = {
  args: string[];
  text(name: string): string | undefined;
  texts(name: string): string[];
  isSet(name: string): boolean;
  config: Config;
  /** A program that runs for weeks needs the current settings. */
  configNow(): Config;
  api: Api;
  json: boolean;
  print(value: unknown, text: string): void;
  /** Takes the text of an answer, because a parsed number could lose digits. */
  printJson(text: string): void;
  note(text: string): void;
  atEnd(cleanUp: () => Promise<void>): void;
  stdin(): Promise<string>;
};
export type Command = {
  name: string;
  summary: string;
  /** `<id>` is required, and brackets mark an optional argument. */
  args?: string;
  maxArgs?: number;
  choices?: readonly string[];
  options?: Record<string, OptionText>;
  examples: string[];
  run(context: Context): Promise<void>;
};

export const environmentOption = {
  test: { text: 'Test environment (default: live)' },
} as const;
export const clientOption = {
  client: { value: 'ID', text: 'For agencies: user ID of the managed client' },
} as const;
export const scopeOptions = { ...environmentOption, ...clientOption };
export const cursorOption = {
  cursor: { value: 'CURSOR', text: 'Next page: next_cursor of the last one, with its other options' },
} as const;
export const moreText = (next: unknown) => (next ? `\n\nMore: the same command with --cursor ${next}` : '');
export const clientOf = ({ text }: Context) => ({ client_user_id: text('client') });
export const environmentOf = ({ isSet }: Context): 'test' | 'live' => (isSet('test') ? 'test' : 'live');
export const keyEnvironmentOf = (context: Context): 'test' | 'live' | undefined =>
  !context.isSet('test') && context.config.secretKey && !context.config.accessToken ? undefined : environmentOf(context);
export const scopeOf = (context: Context) => ({ environment: environmentOf(context), ...clientOf(context) });
export const keyScopeOf = (context: Context) => ({
  environment: keyEnvironmentOf(context),
  ...clientOf(context),
});
