import { randomUUID } from 'node:crypto';
import { type Command, environmentOf, environmentOption } from '../command.ts';
import { usage } from '../failure.ts';
import { table } from '../table.ts';

type Key = Record<string, unknown> & { id: string; key?: string };
const columns = ['id', 'kind', 'environment', 'name', 'prefix', 'last4', 'last_used_at', 'expires_at', 'revoked_at'];
const created = ({ key, ...rest }: Key) =>
  `${table([rest as Record<string, unknown>], columns.slice(0, 6))}\n\n${key}\n\n${shownOnce[rest.kind as string] ?? ''}`;
const shownOnce: Record<string, string> = {
  secret: 'A secret key is shown only this once. Store it where your server reads its secrets.',
  public: 'A public key is no secret: it is in the pages of your shop.',
  read: 'A read-only key is shown only this once. It reads your reports until it expires.',
};

export const listKeys: Command = {
  name: 'keys list',
  summary: 'List the keys of your account',
  examples: ['adtrail keys list'],
  async run({ api, print }) {
    const { body } = await api('GET', '/api/v1/pixel/keys');
    const keys = body.keys as Key[];
    print(body, keys.length > 0 ? table(keys, columns) : 'No keys.');
  },
};

export const createKey: Command = {
  name: 'keys create',
  summary: 'Create a key',
  options: {
    name: { value: 'NAME', text: 'Name of the key (default: Command line)' },
    kind: { value: 'KIND', text: 'secret (default), public, or read: reads reports only' },
    'expires-in-days': { value: 'N', text: 'When a read-only key ends, 1 to 366 (default: 90)' },
    ...environmentOption,
    pixel: { value: 'KEY', text: 'Scope of a secret or read-only key: a public key' },
    scope: { value: 'NAME', text: 'Of a read-only key: performance also reads what ads cost' },
    origin: { multiple: true, value: 'URL', text: 'Origin that may use a public key; can be repeated' },
  },
  examples: [
    'adtrail keys create --test --name "CI"',
    'adtrail keys create --kind read --name Spreadsheet --expires-in-days 30',
    'adtrail keys create --kind public --origin https://shop.example',
  ],
  async run(context) {
    const { api, print, text, texts } = context;
    const kind = text('kind') ?? 'secret';
    if (!['secret', 'public', 'read'].includes(kind)) throw usage('--kind is secret, public or read.');
    const days = text('expires-in-days');
    if (days !== undefined && !/^\d+$/.test(days)) throw usage('--expires-in-days is a number of days.');
    const { body } = await api('POST', '/api/v1/pixel/keys', {
      headers: { 'idempotency-key': randomUUID() },
      body: {
        name: text('name') ?? 'Command line',
        kind,
        environment: environmentOf(context),
        ...(text('pixel') !== undefined && { pixel_key: text('pixel') }),
        ...(text('scope') !== undefined && { scope: text('scope') }),
        ...(days !== undefined && { expires_in_days: Number(days) }),
        ...(texts('origin').length > 0 && { allowed_origins: texts('origin') }),
      },
    });
    print(body, created(body as Key));
  },
};

export const rotateKey: Command = {
  name: 'keys rotate',
  summary: 'Replace a key; the old one works for a while',
  args: '<id>',
  options: {
    'grace-seconds': { value: 'N', text: 'How long the old key works (default: 86400)' },
  },
  examples: ['adtrail keys rotate key_4fTq0ZkJ8vW2 --grace-seconds 3600'],
  async run({ args, api, print, text }) {
    const grace_seconds = Number(text('grace-seconds') ?? 86_400);
    const { body } = await api('POST', `/api/v1/pixel/keys/${encodeURIComponent(args[0] ?? '')}/rotate`, {
      headers: { 'idempotency-key': randomUUID() },
      body: { grace_seconds },
    });
    print(body, `${created(body as Key)}\nThe old key works until ${body.previous_expires_at}.`);
  },
};

export const revokeKey: Command = {
  name: 'keys revoke',
  summary: 'Revoke a key: it stops within 60 seconds',
  args: '<id>',
  examples: ['adtrail keys revoke key_4fTq0ZkJ8vW2'],
  async run({ args, api, print }) {
    const { body } = await api('DELETE', `/api/v1/pixel/keys/${encodeURIComponent(args[0] ?? '')}`);
    print(body, `Revoked: ${body.name} (…${body.last4}).`);
  },
};
