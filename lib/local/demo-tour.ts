import { setTimeout as delay } from 'node:timers/promises';
import { users as usersNeed } from '#shared/accounts/needs.ts';
import { newAccount } from '#shared/accounts/rules/users.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { days } from '#shared/values/durations.ts';
import { newNumericId } from '#shared/values/ids.ts';
import { type Demo, issueKey } from './demo.ts';

type Host = {
  api: string;
  vendors: string;
  operatorToken: string;
  demo: Demo;
  isStopped: () => boolean;
};
type Ad = { id: string; body: string | null; image_urls: string[] };
type Send = <T>(path: string, body?: object, headers?: Record<string, string>) => Promise<T>;

const competitor = 'Strideloom';
const [waitMs, maxWaits] = [200, 100];
const applicant = 'lin@remedies.example';

/** Pages that the demo's history leaves empty have something to show. Every step is repeatable. */
export async function addDemoTour({ api, vendors, operatorToken, demo, isStopped }: Host): Promise<void> {
  const send: Send = async <T>(path: string, body?: object, headers: Record<string, string> = {}) => {
    const url = path.startsWith('http') ? path : `${api}/api/v1/${path}`;
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${demo.access_token}`,
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const asOperator: Send = (path, body) => send(path, body, { authorization: '', 'x-svc-dev-token': operatorToken });

  await addTestEvents(send, demo);
  await addPrompt(send, isStopped);
  await addWaitingAccount(asOperator);
  const user = { user_id: demo.user_id };
  for (const event of [
    { type: 'invoice.payment_succeeded', event_id: 'evt_demo_paid', ...user },
    { type: 'customer.updated', event_id: 'evt_demo_customer', ...user },
  ])
    await send(`${vendors}/billing/events`, event);
  const { backups } = await asOperator<{ backups: object[] }>('dev/backups');
  if (backups.length === 0) await asOperator('dev/backup-database', {});
}

/** A developer tried the shop with test keys: a click, its order, and an order without a click. */
async function addTestEvents(send: Send, demo: Demo): Promise<void> {
  const key = (kind: 'public' | 'secret') =>
    issueKey(depsOf({ keys, users: usersNeed }), demo.user_id, kind, {
      environment: 'test',
      idempotencyKey: `demo-test-${kind}`,
    });
  const [publicKey, secretKey] = [await key('public'), await key('secret')];
  const sid = 's_DemoTestClick000000001';
  const url = 'https://northwind.example/?svc_campaign=spring_sale&svc_ad_group=running_shoes&svc_ad_id=ad_42';
  await send('pixel/sessions', { key: publicKey, sid, url });
  const events = [
    { event_id: 'order_created:TEST-1', svc_click_id: sid, value: 89 },
    { event_id: 'order_created:TEST-2', value: 119 },
  ].map((event) => ({ ...event, event_type: 'order_created', currency: 'USD' }));
  await send('pixel/server-events', { events }, { authorization: `Bearer ${secretKey}` });
}

/** The search for competitors runs since the start, and its first result may take some seconds. */
async function addPrompt(send: Send, isStopped: () => boolean): Promise<void> {
  const readAds = () => send<{ ads: Ad[] }>(`competitors/social-ads/${competitor}?limit=1`);
  let [ad]: (Ad | undefined)[] = [];
  for (let wait = 0; wait < maxWaits && !ad && !isStopped(); wait++) {
    if (wait > 0) await delay(waitMs);
    [ad] = await readAds().then(
      ({ ads }) => ads,
      () => [],
    );
  }
  if (!ad) return;
  await send(
    'competitors/generate-ad-prompt',
    { ad_id: ad.id, image_url: ad.image_urls[0], ad_text: ad.body, competitor_name: competitor },
    { 'idempotency-key': 'demo-prompt' },
  );
}

async function addWaitingAccount(asOperator: Send): Promise<void> {
  const { users, now } = depsOf({ users: usersNeed });
  const at = now() - days(2);
  const account = newAccount({
    id: newNumericId(at),
    email: applicant,
    fullName: 'Lin Moreau',
    company: 'Moreau Remedies',
    companyWebsite: 'https://remedies.example',
    companyShortDesc: 'Herbal drops against every illness.',
    createdAt: new Date(at).toISOString(),
  });
  await users.create(account);
  await asOperator('dev/waitlist', {
    email: applicant,
    on_waitlist: true,
    reason: 'The description promises a cure',
  });
}
