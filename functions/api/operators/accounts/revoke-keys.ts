import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { Reason } from '#functions/api/operators/credits/credit-change.ts';
import { namedUser, userNaming } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { activity } from '#shared/activity/activity.ts';
import { keys } from '#shared/api-keys/needs.ts';
import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

const needs = { audit, keys, users };
type Deps = DepsOf<typeof needs>;

const RevokedKey = z
  .object({
    id: z.string(),
    kind: z.enum(['public', 'secret', 'read']),
    environment: z.enum(['live', 'test']),
    prefix: z.string().meta({ description: 'First characters of the key.' }),
    last4: z.string().meta({ description: 'Last four characters of the key.' }),
    revoked_at: z.iso.datetime(),
  })
  .meta({ id: 'RevokedKey' });

export const revokeKeys = defineEndpoint({
  id: 'revokeKeys',
  method: 'POST',
  path: '/api/v1/dev/revoke-keys',
  auth: 'operator',
  needs,
  summary: 'Revoke API keys of an account',
  description:
    'Name the account by `user_id` or `email` to revoke all its keys, or one key by `key_id`. Revoked keys stop within ' +
    '60 seconds. The owner is notified by e-mail; `readAccount` shows the outcome. Repeatable: `keys` lists the keys that this request revoked. A key that ' +
    'was created before key IDs were indexed is found only together with `user_id` or `email`.',
  body: z
    .object({
      ...userNaming,
      key_id: z.string().min(1).max(100).nullish().meta({ description: 'Revokes only this key.' }),
      reason: Reason.meta({ description: 'Recorded in the audit log. The owner does not see it.' }),
    })
    .meta({ id: 'RevokeKeysRequest' }),
  check({ body }) {
    const { email = null, user_id = null, key_id = null } = (body ?? {}) as Record<string, unknown>;
    if (email === null && user_id === null && key_id === null)
      return [{ type: 'missing', loc: ['body', 'user_id'], msg: 'Field required, or `email` or `key_id`' }];
    if (email !== null && user_id !== null) return [{ type: 'value_error', loc: ['body', 'user_id'], msg: 'Either `email` or `user_id`' }];
    return [];
  },
  responses: {
    200: z
      .object({
        user_id: z.int(),
        keys: z.array(RevokedKey).meta({ description: 'The keys, newest first.' }),
      })
      .meta({ id: 'RevokedKeys' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    body: { user_id: 245_813_760_001_024, reason: 'Key found in a public repository' },
    responses: {
      200: {
        user_id: 245_813_760_001_024,
        keys: [
          {
            id: 'key_7Rk2VbXq9LmT4cWz0NpYsA',
            kind: 'secret',
            environment: 'live',
            prefix: 'sk_live_',
            last4: 'x9Kd',
            revoked_at: '2026-11-21T10:00:00.000Z',
          },
        ],
      },
    },
  },

  async handle({ body, actor }, deps) {
    const { now, users, audit, keys } = deps;
    const user = await accountMeant(body, deps);
    const ownKeys = body.key_id ? [await keys.ownKey(ownAccountOf(user.id), body.key_id)] : await keys.list(ownAccountOf(user.id));
    if (ownKeys.includes(null)) throw fail(serviceErrors.not_found);
    const active = ownKeys.filter((key): key is ApiKey => key !== null && !key.revokedAt);
    const isRecorded = await users.transactOrConflict([
      ...(active.length > 0 ? [users.changePart(user.id, {}, { effects: [noticeTo(user, active.length, now())] })] : []),
      ...audit.parts({
        actor: actor.by,
        action: 'revoke_keys',
        userId: ownAccountOf(user.id),
        details: {
          ...redactPersonalData({ reason: body.reason }).properties,
          key_ids: active.map(({ id }) => id),
        },
      }),
    ]);
    if (!isRecorded) throw fail(serviceErrors.unavailable);
    const revoked: z.input<typeof RevokedKey>[] = [];
    for (const { id, kind, environment, prefix, last4 } of active) {
      const activityEffect = await activity('key_revoked', ownAccountOf(user.id), {
        key_id: id,
        kind,
        environment,
      });
      const key = await keys.revoke(ownAccountOf(user.id), id, () => [activityEffect]);
      if (key?.revokedAt) revoked.push({ id, kind, environment, prefix, last4, revoked_at: key.revokedAt });
    }
    return ok({ user_id: user.id, keys: revoked });
  },
});

type Body = {
  email?: string | null | undefined;
  user_id?: number | null | undefined;
  key_id?: string | null | undefined;
};

async function accountMeant(body: Body, { users, keys }: Deps): Promise<User> {
  if (body.email || body.user_id || !body.key_id) return await namedUser(body, users);
  return await namedUser({ user_id: await keys.accountOf(body.key_id) }, users);
}

const noticeTo = ({ id }: User, count: number, at: number): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `keys_revoked_by_support#${randomUUID()}`,
  to_user: id,
  template: 'keys_revoked_by_support',
  data: { count: String(count), at: mailTime(new Date(at).toISOString()) },
});
