import * as z from 'zod';
import type { Answer, Api } from '../api.ts';
import { Failure } from '../failure.ts';
import { nearest } from '../nearest.ts';
import { visible } from '../visible.ts';
import { daysOf, type Period, periods } from './days.ts';
import type { answerOf } from './present.ts';

export type Reader = {
  get(path: string, query?: Record<string, string | undefined>, also?: readonly number[]): Promise<Answer>;
  zone: string;
  now(): number;
};
export const readerOf = (api: Api, zone: string): Reader => ({
  get: (path, query = {}, also = []) => api('GET', path, { query, also, auth: 'report' }),
  zone,
  now: Date.now,
});

export type Tool = {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  run(input: never, reader: Reader): Promise<ReturnType<typeof answerOf>>;
};
export const tool = <I extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    input: I;
    run(input: z.infer<I>, reader: Reader): ReturnType<Tool['run']>;
  },
): Tool => ({ ...tool, input: strict(tool.input) }) as unknown as Tool;

/** An assistant would not notice that a wrong argument was ignored. */
const strict = ({ shape }: z.ZodObject): z.ZodObject =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownArguments(issue.keys, Object.keys(shape)) : undefined),
  });

function unknownArguments(names: readonly string[], knownNames: readonly string[]): string {
  const meant = names.map((name) => {
    const near = nearest(name, knownNames);
    return `Unknown argument ${visible(name.slice(0, 100))}.${near ? ` Did you mean ${near}?` : ''}`;
  });
  return `${meant.join(' ')} The arguments are ${knownNames.join(', ')}.`;
}

export const Day = z.iso.date();
const zoneText = 'IANA time zone of the days, such as Europe/Lisbon. Ask the user if days matter and it is unknown.';

export const scopeFields = {
  environment: z.enum(['live', 'test']).default('live').describe('Live or test events; never mixed.'),
  pixel_key: z.string().optional().describe('Only events of this public key (pk_…), if there are several shops.'),
  client_user_id: z.int().optional().describe('For agencies: the user ID of the managed client to read.'),
};
export const periodFields = {
  period: z
    .enum(periods as unknown as [Period, ...Period[]])
    .optional()
    .describe('A period by name, as of today. Weeks begin on Monday. Default: last_30_days.'),
  from: Day.optional().describe('First day, instead of a period.'),
  to: Day.optional().describe('Last day, included. Today if omitted.'),
  time_zone: z.string().optional().describe(zoneText),
  ...scopeFields,
};
type Scope = { environment: string; pixel_key?: string | undefined; client_user_id?: number | undefined };
type Asked = Scope & {
  period?: Period | undefined;
  from?: string | undefined;
  to?: string | undefined;
  time_zone?: string | undefined;
};

export const scopeQuery = ({ environment, pixel_key, client_user_id }: Scope) => ({
  environment,
  pixel_key,
  client_user_id: client_user_id === undefined ? undefined : String(client_user_id),
});
export function periodQuery(asked: Asked, { zone: usual, now }: Reader) {
  const zone = asked.time_zone ?? usual;
  if (asked.period !== undefined && (asked.from ?? asked.to) !== undefined)
    throw new Failure('Name either a period, or days (from, to).', { code: 'usage' });
  const isByName = asked.from === undefined && asked.to === undefined;
  const days = isByName ? daysIn(asked.period ?? 'last_30_days', zone, now()) : { from: asked.from, to: asked.to };
  return { ...days, time_zone: zone, ...scopeQuery(asked) };
}
function daysIn(period: Period, zone: string, now: number) {
  try {
    return daysOf(period, zone, now);
  } catch {
    throw new Failure(`time_zone ${zone}: an IANA time zone expected, such as Europe/Lisbon.`, {
      code: 'usage',
    });
  }
}

export const periodAnswer = {
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
  environment: z.string(),
};
export const pick = <T extends Record<string, unknown>>(body: T, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));
export const money = 'Values are exact decimals in units of their currency. Never add up different currencies, and convert none.';
