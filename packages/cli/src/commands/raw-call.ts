import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { assertOwn, type Call, placeOf } from '../api.ts';
import type { Command, Context } from '../command.ts';
import { exits, Failure, usage } from '../failure.ts';
import { writeOut } from '../visible.ts';

const credentials = ['token', 'secret', 'read', 'none'] as const;
type Credential = (typeof credentials)[number];
const keyOf = { token: 'accessToken', secret: 'secretKey', read: 'readKey' } as const;

const outsideOfVersion = /^\/(api|\.well-known|docs|health|llms|m|mcp|media|openapi|pixel\/p\.js)([-./?]|$)/;

/** An address of another host would receive the credentials. */
export function pathOf(asked: string, baseUrl: string, pairs: readonly string[]): string {
  const base = new URL(baseUrl);
  let path = asked;
  if (/^([a-z][a-z\d+.-]*:)?\/\//i.test(asked)) {
    const url = URL.parse(asked, base.href);
    if (url?.origin !== base.origin) throw usage(`${asked} is not at ${base.origin}: name the path only.`);
    const prefix = base.pathname.replace(/\/$/, '');
    path = `${url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname}${url.search}`;
  }
  const rooted = path.startsWith('/') ? path : `/${path}`;
  const full = outsideOfVersion.test(rooted) ? rooted : `/api/v1${rooted}`;
  const { pathname, searchParams } = new URL(full.replace(/^\/+/, '/'), 'http://localhost');
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw usage(`--query ${pair}: NAME=VALUE expected.`);
    searchParams.append(pair.slice(0, at), pair.slice(at + 1));
  }
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/** Without `--auth`, other commands decide which credential a path takes. */
export function credentialFor(path: string, { accessToken, secretKey, readKey }: Context['config']): Credential {
  const [pathname = ''] = path.split('?');
  if (pathname.startsWith('/api/v1/pixel/server-events')) return secretKey ? 'secret' : 'none';
  if (pathname === '/mcp') return readKey ? 'read' : 'none';
  if (pathname.startsWith('/api/v1/pixel/reports/') && readKey) return 'read';
  return accessToken ? 'token' : secretKey ? 'secret' : readKey ? 'read' : 'none';
}

/** Only these requests may be repeated: another POST could have its effect twice. */
export const takesKey = (method: string, path: string): boolean =>
  method === 'POST' &&
  /^\/api\/v1\/(pixel\/keys(\/[^/]+\/rotate)?|webhook-endpoints(\/[^/]+\/rotate-secret)?)$/.test(path.split('?')[0] ?? '');

async function contentOf({ text, stdin }: Context): Promise<Pick<Call, 'content'>> {
  const data = text('data');
  if (data === undefined) return {};
  const name = data.startsWith('@') ? data.slice(1) : data === '-' ? '-' : undefined;
  const type = text('type') ?? 'application/json';
  let bytes: Uint8Array;
  try {
    bytes = name === undefined || name === '-' ? new TextEncoder().encode(name === undefined ? data : await stdin()) : readFileSync(name);
  } catch {
    throw usage(`${name} cannot be read.`);
  }
  if (/\bjson\b/.test(type) && !isJson(new TextDecoder().decode(bytes)))
    throw usage('--data is not JSON. Name another type with --type, such as text/csv.');
  return { content: { file: bytes, type } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function call(context: Context, method: string): Promise<void> {
  const { args, api, config, text, texts, printJson } = context;
  const path = pathOf(args[0] ?? '', config.baseUrl, texts('query'));
  const wanted = text('auth') as Credential | undefined;
  if (wanted !== undefined && !credentials.includes(wanted)) throw usage(`--auth ${wanted}: ${credentials.join(', ')} expected.`);
  const credential = wanted ?? credentialFor(path, config);
  if (credential !== 'none' && config[keyOf[credential]] === undefined)
    throw new Failure(`There is no such credential${placeOf(config)}: \`adtrail login --help\` shows how.`, {
      exit: exits.unauthenticated,
      code: 'unauthenticated',
    });
  const hasKey = takesKey(method, path);
  const answer = await api(method, path, {
    auth: credential,
    isAnyForm: true,
    ...(await contentOf(context)),
    ...(hasKey && { headers: { 'idempotency-key': randomUUID() } }),
    ...(method === 'POST' && !hasKey && { onceWithinMs: 60_000 }),
  });
  if (/^\s*</.test(answer.text)) assertOwn(answer, config.baseUrl);
  if (isJson(answer.text)) printJson(answer.text);
  else writeOut(answer.text);
}

const dataOptions: NonNullable<Command['options']> = {
  data: { short: 'd', value: 'JSON', text: 'Body of the request; @FILE reads a file, - reads stdin' },
  type: { value: 'TYPE', text: 'Content type of the body (default: application/json)' },
};
const rawCall = (name: string, summary: string, example: string, examples: string[] = []): Command => ({
  name,
  summary,
  args: '<path>',
  examples: [example, ...examples],
  options: {
    query: {
      short: 'q',
      multiple: true,
      value: 'NAME=VALUE',
      text: 'Parameter of the query; can be repeated',
    },
    ...(name === 'get' ? {} : dataOptions),
    auth: { value: 'NAME', text: 'token, secret, read or none (default: as other commands of the path)' },
  },
  run: (context) => call(context, name.toUpperCase()),
});

export const rawCalls: readonly Command[] = [
  rawCall('get', 'Send a GET request to a path of the API, and print the answer', 'adtrail get credits', [
    'adtrail get pixel/reports/conversions -q group_by=campaign -q from=2026-11-01',
  ]),
  rawCall('post', 'Send a POST request', `adtrail post pixel/keys -d '{"name":"CI","kind":"secret"}'`, [
    'adtrail post pixel/server-events -d @order.json',
    'adtrail post pixel/reconciliations -q time_zone=UTC -d @orders.csv --type text/csv',
  ]),
  rawCall('put', 'Send a PUT request', `adtrail put pixel/settings -d '{"click_window_days":60}'`),
  rawCall('patch', 'Send a PATCH request', `adtrail patch webhook-endpoints/we_1 -d '{"status":"enabled"}'`),
  rawCall('delete', 'Send a DELETE request', 'adtrail delete webhook-endpoints/we_1'),
];
