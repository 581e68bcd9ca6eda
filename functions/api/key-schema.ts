import * as z from 'zod';
import { type ApiKey, openExposure, readScopes } from '#shared/api-keys/rules/keys.ts';
import { stillWorking } from '#shared/api-keys/store/key-changes.ts';

export const KeyKind = z.enum(['public', 'secret', 'read']);
export const Environment = z.enum(['live', 'test']);

export const Origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.canParse(text) && new URL(text).origin === text && !text.includes('*'), {
    error: 'An origin expected, such as https://shop.example (no path, no slash at the end, no `*`)',
  });

export const KeyRecord = z
  .object({
    id: z.string(),
    kind: KeyKind.meta({ description: '`public` for the browser pixel, `secret` for the Conversion API.' }),
    environment: Environment,
    name: z.string().meta({ description: 'Your own name for the key.' }),
    prefix: z.string().meta({ description: 'First characters of the key.' }),
    last4: z.string().meta({ description: 'Last four characters of the key.' }),
    pixel_key: z.string().nullable().meta({
      description: 'Of a public key: the key itself. Of a secret key: the public key it is scoped to, or `null` for the whole account.',
    }),
    scope: z.enum(readScopes).nullable().meta({
      description: 'Of a read-only key: `performance` if it reads the performance report too. `null` for all others.',
    }),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable().meta({ description: 'When the key was last used, to the minute, or `null`.' }),
    rotated_at: z.iso.datetime().nullable(),
    previous_expires_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the last of its earlier secrets stops; `null` if none works any more.' }),
    revoked_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable().meta({ description: 'Of a read-only key: when it ends. `null` for all others.' }),
    exposed: z
      .object({
        at: z.iso.datetime().meta({ description: 'The last time, to the day.' }),
        origin: z.string().nullable().meta({ description: 'Origin of the page, if known.' }),
      })
      .nullable()
      .meta({
        description: 'Of a secret key: a browser sent it, so anybody can read it. `null` once the key is rotated or revoked.',
      }),
  })
  .meta({ id: 'Key' });

export const keyRecordOf = (key: ApiKey, now: number): z.input<typeof KeyRecord> => ({
  id: key.id,
  kind: key.kind,
  environment: key.environment,
  name: key.name,
  prefix: key.prefix,
  last4: key.last4,
  pixel_key: key.pixelKey,
  scope: key.scope ?? null,
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt ?? null,
  rotated_at: key.rotatedAt ?? null,
  previous_expires_at: (!key.revokedAt && lastEnd(key, now)) || null,
  revoked_at: key.revokedAt ?? null,
  expires_at: key.expiresAt ?? null,
  exposed: exposedOf(key),
});

function exposedOf(key: ApiKey) {
  const exposure = openExposure(key);
  return exposure && { at: exposure.at, origin: exposure.origin };
}

const lastEnd = (key: ApiKey, now: number) =>
  stillWorking(key, now)
    .map(({ endsAt }) => endsAt)
    .sort()
    .at(-1);

export const exampleKey = {
  id: 'key_7Rk2VbXq9LmT4cWz0NpYsA',
  kind: 'secret' as const,
  environment: 'live' as const,
  name: 'Shop back end',
  prefix: 'sk_live_',
  last4: 'x9Kd',
  pixel_key: null,
  scope: null,
  created_at: '2026-11-21T09:00:00.000Z',
  last_used_at: null,
  rotated_at: null,
  previous_expires_at: null,
  revoked_at: null,
  expires_at: null,
  exposed: null,
};
