import { randomInt } from 'node:crypto';
import { newAccount, type User } from '#shared/accounts/rules/users.ts';
import type { DevUser } from '#shared/operators/store/dev-users.ts';
import type { newAdvertiser, TestApp } from '#test/kit/harness.ts';
import type { Credentials } from './credentials-sent.ts';

export async function revokedKeys(app: TestApp, { issue, headers }: Awaited<ReturnType<typeof newAdvertiser>>) {
  const keys = { secret: '', public: '', read: '' };
  for (const kind of ['secret', 'public', 'read'] as const) {
    const { id, key } = await issue({ name: 'Revoked', kind, environment: 'live' });
    await app.keys.revokeKey({ params: { id }, headers });
    keys[kind] = key;
  }
  return keys;
}

export async function newOperator({ devUsers }: TestApp, changes: Partial<DevUser> = {}): Promise<number> {
  const id = randomInt(1, 2 ** 47);
  const devUser = {
    id,
    email: `operator${id}@operator.example`,
    fullName: null,
    passwordHash: '',
    isActive: true,
  };
  await devUsers.create({ ...devUser, createdAt: new Date(0).toISOString(), ...changes });
  return id;
}

export async function otherUser(app: TestApp, changes: Partial<User>): Promise<Credentials> {
  const id = randomInt(1, 2 ** 47);
  const user = { id, email: `other${id}@company.example`, createdAt: new Date(0).toISOString() };
  await app.users.create(newAccount({ ...user, ...changes }));
  return { headers: await app.signIn(id) };
}
