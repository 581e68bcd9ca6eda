import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
};
type Content = { schema: Schema; examples?: { example?: { value: unknown } } };
type Described = {
  operationId: string;
  parameters?: { $ref?: string; name?: string }[];
  responses: Record<string, { content?: Record<string, Content> }>;
};
export type Operation = {
  id: string;
  method: string;
  path: string;
  isKeyed: boolean;
  takesEnvironment: boolean;
};
export type Query = Record<string, string>;

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, { name?: string }> };
};

export const now = Date.parse('2026-11-27T12:00:00.000Z');
const takes = (parameters: NonNullable<Described['parameters']>, name: string) =>
  parameters.some((one) => {
    const { name: own } = one.$ref ? (document.components.parameters[one.$ref.split('/').at(-1) ?? ''] ?? one) : one;
    return own?.toLowerCase() === name;
  });
const [minute, day] = [60_000, 86_400_000];

type Known = Operation & { pattern: RegExp; status: number; type: string; content: Content | undefined };
const known: Known[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId: id, responses, parameters = [] }]) => {
    const status = Object.keys(responses).find((code) => code.startsWith('2')) ?? '200';
    const [[type, content] = ['application/json', undefined]] = Object.entries(responses[status]?.content ?? {});
    return {
      id,
      path,
      method: method.toUpperCase(),
      status: Number(status),
      type,
      content,
      isKeyed: takes(parameters, 'idempotency-key'),
      takesEnvironment: takes(parameters, 'environment'),
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    };
  }),
);
export const operations: ReadonlyMap<string, Operation> = new Map(known.map((one) => [one.id, one]));

const operationAt = (method: string, path: string): Known | undefined =>
  known
    .filter((one) => one.method === method && one.pattern.test(path))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];

const numberOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE();

/** The page reads these texts as codes. */
const meaningful =
  /^(time_?zone|currency|country|countries|network|language|languages|prefix|access_token|otpauth_url|stage|aspect_ratio|reason|queue|job|next_step)$/;
const amounts = /(^|_)(value|spend|cost|amount|price|rate|budget|return)(_|$)/;
const changes = /\.change\.\w+$/;
const logFilters = 'campaign=spring&key_id=key_1&pixel_key=pk_live_1&channel=paid_search&paid=true&traffic=internal';
const keptNumbers = /^(expires_in|offset|limit|start|end|shards|done_shards)$/;

type Place = { path: string; name: string; at: number; query: Query };

function textAt({ path, name, at, query }: Place, example: unknown, format?: string): string {
  const number = numberOf(path);
  const sample = typeof example === 'string' ? example : '';
  if (name === 'next_cursor') return `${path.split(/[?.]/)[0]}-next`;
  if (name === 'environment') return query.environment ?? sample;
  if (meaningful.test(name) && (sample || name !== 'reason'))
    return sample || { country: 'PT', currency: 'USD', time_zone: 'Europe/Lisbon' }[name] || 'google';
  if (format === 'date-time' || /^\d{4}-\d\d-\d\dT/.test(sample)) {
    const isLater = /expires|next|until|restore|erase/.test(name);
    return new Date(now + (isLater ? 1 : -1) * (1 + (number % 17_000)) * minute).toISOString();
  }
  if (name === 'day' && query.from && at > 0) return new Date(Date.parse(query.from) + (at - 1) * day).toISOString().slice(0, 10);
  if (format === 'date' || /^\d{4}-\d\d-\d\d$/.test(sample)) return new Date(now - (number % 12) * day).toISOString().slice(0, 10);
  if (changes.test(path)) return `${number % 2 === 0 ? '' : '-'}0.${1000 + (number % 9000)}`;
  if (/^-?\d+(\.\d+)?$/.test(sample) || (!sample && amounts.test(name))) {
    const [whole = '', decimals = ''] = (sample || '1.00').split('.');
    const fraction = decimals && `.${String(number % 10 ** decimals.length).padStart(decimals.length, '3')}`;
    return `${whole === '0' ? 0 : 100 + (number % 900)}${fraction}`;
  }
  if (name === 'log_url') return `${sample || '/api/v1/pixel/events?outcome=unmatched'}&${logFilters}&id=o_${number % 1000}`;
  if (format === 'uri' || /^https?:/.test(sample))
    return `${sample || `https://${name.replaceAll('_', '-')}.example/`}${sample.includes('?') ? '&' : '?'}n=${number % 1000}`;
  if (sample.includes('@') && !sample.includes(' ')) return sample.replace('@', `.${number % 1000}@`);
  const [, prefix] = /^([a-z]+_)(?=.*[A-Z0-9])[A-Za-z0-9]{6,}$/.exec(sample) ?? [];
  if (prefix) return `${prefix}${number.toString(36)}${numberOf(`${path}.`).toString(36)}`;
  if (/^[a-z0-9_.]+$/.test(sample)) return `${sample}_${number % 1000}`;
  return `${sample || name} ${number % 1000}`;
}

function numberAt({ path, name }: Place, example: unknown): number {
  const number = numberOf(path);
  if (typeof example === 'number' && (keptNumbers.test(name) || example > 1e9))
    return keptNumbers.test(name) ? example : example - (number % 1000);
  if (name === 'percent') return number % 100;
  if (typeof example === 'number' && !Number.isInteger(example)) return (100 + (number % 800)) / 1000;
  return 100 + (number % 900);
}

function madeOf(schema: Schema, example: unknown, place: Place): unknown {
  const { path, name, at, query } = place;
  if (schema.$ref) return madeOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, example, place);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => madeOf(part, example, place)));
  const choices = schema.anyOf ?? schema.oneOf;
  const types = [schema.type ?? []].flat();
  const isNullable = types.includes('null') || choices?.some(({ type }) => type === 'null');
  if (isNullable && name !== 'environment' && (name === 'next_cursor' ? query.cursor : at > 0 && (numberOf(name) + at) % 2 === 1))
    return null;
  if (choices) {
    const present = choices.filter(({ type }) => type !== 'null');
    return madeOf(present[at % present.length] ?? {}, example, place);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) {
    const present = schema.enum.filter((value) => value !== null);
    if (name === 'environment' && query.environment) return query.environment;
    return at === 0 && example !== undefined && example !== null ? example : present[at % present.length];
  }
  if (schema.properties || types.includes('object')) {
    const given = (typeof example === 'object' && example !== null ? example : {}) as Record<string, unknown>;
    const inner = (key: string) => ({ path: `${path}.${key}`, name: key, at, query });
    const { additionalProperties: others } = schema;
    const named = schema.properties
      ? Object.entries(schema.properties)
      : Object.keys(given).map((key) => [key, typeof others === 'object' ? others : {}] as const);
    return Object.fromEntries(named.map(([key, part]) => [key, madeOf(part, given[key], inner(key))]));
  }
  if (schema.items) {
    const given = Array.isArray(example) ? example : [];
    const count = path.split('.').length > 3 ? 2 : 3;
    return Array.from({ length: count }, (_, index) =>
      madeOf(schema.items ?? {}, given[index] ?? given[0], {
        path: `${path}.${index}`,
        name,
        query,
        at: index + 1,
      }),
    );
  }
  if (types.includes('boolean')) {
    const first = typeof example === 'boolean' ? example : true;
    return at === 0 ? first : (numberOf(name) + at) % 2 === 0;
  }
  if (types.includes('integer') || types.includes('number')) return numberAt(place, example);
  return types.includes('string') || types.length === 0 ? textAt(place, example, schema.format) : null;
}

export type Answered = { operation: string; status: number; type: string; body: unknown };

/** All figures differ, so a page that shows or sends another field is noticed. */
export function exampleAnswer(method: string, path: string, query: Query): Answered | null {
  const operation = operationAt(method, path);
  if (!operation) return null;
  const { id, status, type, content } = operation;
  const asked = Object.entries(query)
    .filter(([name]) => name !== 'environment')
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const place = { path: `${id}?${asked.replaceAll('.', '_')}`, name: id, at: 0, query };
  const body = type === 'application/json' ? madeOf(content?.schema ?? {}, content?.examples?.example?.value, place) : `${id},${asked}\r\n`;
  return { operation: id, status, type, body };
}

export const emptied = (value: unknown): unknown =>
  Array.isArray(value)
    ? []
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, name === 'next_cursor' ? null : emptied(part)]))
      : typeof value === 'number' && value < 1e9
        ? 0
        : value;
