import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKey } from '#functions/api/keys/create-key.ts';
import { users } from '#shared/accounts/needs.ts';
import { liteDiscovery } from '#shared/accounts/registration/registration-effects.ts';
import { newAccount } from '#shared/accounts/rules/users.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { assistantAds as assistantAdsNeed } from '#shared/assistant-ads/needs.ts';
import { type DepsOf, depsOf } from '#shared/aws/deps-of.ts';
import { billingRecords as billingRecordsNeed } from '#shared/billing/needs.ts';
import { days } from '#shared/values/durations.ts';
import { randomText } from '#shared/values/ids.ts';
import { ownAccountOf, type UserId } from '#shared/values/tenant.ts';
import type { Offers } from './machine-only.ts';
import { demoBilling } from './vendors/billing-books.ts';

const needs = { keys, tokens, users };
type Deps = DepsOf<typeof needs>;

export type Demo = {
  user_id: number;
  email: string;
  password: string;
  access_token: string;
  public_key: string;
  secret_key: string;
};

/** The store keeps only hashes, so a file that only the owner can read has the password and the keys. */
export async function seedDemo({
  directory,
  offers,
  isPlanned = false,
}: {
  directory: string;
  offers: Pick<Offers, 'mock_servers'>;
  isPlanned?: boolean;
}): Promise<Demo> {
  const file = join(directory, 'demo.json');
  const deps = depsOf(needs);
  // The account is created 31 days ago, so that it is older than the 30 days of its history.
  const earlier = isPlanned ? depsOf(needs, { now: () => deps.now() - days(31) }) : deps;
  const storedDemo: Partial<Demo> = await readKept(file);
  const keep = async (news: Partial<Demo>) => {
    Object.assign(storedDemo, news);
    await writeFile(file, JSON.stringify(storedDemo, null, 2), { mode: 0o600 });
  };
  // The password is stored first, so that a kill leaves no account with an unknown password.
  if (!storedDemo.password) await keep({ user_id: 1, email: demoBilling.email, password: randomText(16) });
  if (!storedDemo.public_key) {
    await makeUser(earlier, storedDemo as Demo, offers);
    await keep({ public_key: await issueKey(earlier, 1, 'public') });
  }
  if (!storedDemo.secret_key) await keep({ secret_key: await issueKey(earlier, 1, 'secret') });
  if (offers.mock_servers) await enterSubscription();
  await keep({ access_token: (await deps.tokens.issue('access', 1)).token });
  return storedDemo as Demo;
}

export async function demoToken(host: {
  api: string;
  directory: string;
  userAgent: string;
  offers: Pick<Offers, 'mock_servers'>;
}): Promise<{ access_token: string; expires_in: number }> {
  const { email, password, access_token } = await seedDemo(host);
  const response = await fetch(`${host.api}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': host.userAgent },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) return { access_token, expires_in: 86_400 };
  return (await response.json()) as { access_token: string; expires_in: number };
}

const companyWebsite = 'https://northwind.example';

async function makeUser(
  { users, now }: Deps,
  { user_id, email, password }: Demo,
  { mock_servers: hasVendors }: Pick<Offers, 'mock_servers'>,
) {
  const user = newAccount({
    id: user_id,
    email,
    emailVerified: true,
    fullName: 'Demo Account',
    company: 'Northwind Shoes',
    companyWebsite,
    assistantAdsEnabled: hasVendors,
    passwordHash: await hashPassword(password),
    createdAt: new Date(now()).toISOString(),
  });
  const { assistantAds } = depsOf({ assistantAds: assistantAdsNeed });
  const adAccount = { isEnabled: true, accountId: 'act_demo', credentialRef: null };
  await users.create(user, {
    effects: hasVendors ? [liteDiscovery(user_id, companyWebsite)] : [],
    also: hasVendors ? [assistantAds.setPart(user_id, adAccount)] : [],
  });
}

/** The demo subscription stays paid until the mock processor sends its first event. */
async function enterSubscription(): Promise<void> {
  const { billingRecords } = depsOf({ billingRecords: billingRecordsNeed });
  const { customerId, subscriptionId } = demoBilling;
  const account = await billingRecords.account(1);
  if (account.version > 0) return;
  const subscription = {
    id: subscriptionId,
    customerId,
    status: 'active',
    isCollectionPaused: false,
    periodEnd: null,
    asOf: 0,
    askedAt: 0,
    pausedAt: null,
  };
  await billingRecords.transactOrConflict([
    billingRecords.accountPart(1, account, [subscription]),
    billingRecords.customerPart(customerId, 1),
  ]);
}

/** The same `idempotencyKey` returns the same key again. No mail is sent about a key of the demo. */
export async function issueKey(
  deps: DepsOf<Pick<typeof needs, 'keys' | 'users'>>,
  userId: UserId,
  kind: 'public' | 'secret',
  { environment = 'live', idempotencyKey }: { environment?: 'live' | 'test'; idempotencyKey?: string } = {},
): Promise<string> {
  const body = { name: `Demo ${environment === 'test' ? 'test ' : ''}${kind} key`, kind, environment };
  const user = await deps.users.byId(userId);
  if (!user) throw new Error('The demo account is missing.');
  const request = {
    body,
    actor: { accountId: ownAccountOf(userId), userId, user, signedInAt: deps.now() },
    params: undefined,
    query: undefined,
    header: (name: string) => (name === 'idempotency-key' ? idempotencyKey : undefined),
    sourceIp: '',
    requestId: 'demo',
  };
  const issue: Deps['keys']['issue'] = (record, settings, effects, keyRequest) =>
    deps.keys.issue(
      record,
      settings,
      effects.filter((effect) => effect.kind !== 'mail'),
      keyRequest,
    );
  const created = await createKey.handle(request, { ...deps, keys: { ...deps.keys, issue } });
  return created.body.key;
}

async function readKept(file: string): Promise<Partial<Demo>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Demo>;
  } catch {
    return {};
  }
}
