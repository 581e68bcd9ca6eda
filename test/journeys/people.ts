import { randomUUID } from 'node:crypto';
import { mailedCode } from '#test/api/accounts/mailed-code.ts';
import { deliverAll } from '#test/api/accounts/stranger.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { bodyOf } from './answers.ts';

export const password = 'correct horse battery';
export type Person = Awaited<ReturnType<typeof registers>>;
type KeyBody = Parameters<TestApp['keys']['createKey']>[0]['body'];
type EventBody = Parameters<TestApp['conversions']['sendConversion']>[0]['body'];

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export async function registers(app: TestApp, email = `${randomUUID()}@company.example`) {
  const answer = bodyOf(await app.accounts.register({ body: { email, password } }));
  await app.settle();
  return { id: answer.user.id, email, headers: bearer(answer.access_token) };
}

export async function verifies(app: TestApp, { email, headers }: Person) {
  const code = mailedCode(app, email);
  bodyOf(await app.accounts.verifyCode({ body: { email, code }, headers }));
  await deliverAll(app);
}

export async function joins(app: TestApp, email?: string) {
  const person = await registers(app, email);
  await verifies(app, person);
  return person;
}

export async function signsIn(app: TestApp, { email }: Pick<Person, 'email'>, given = password) {
  return bearer(bodyOf(await app.accounts.login({ body: { email, password: given } })).access_token);
}

export async function opensShop(app: TestApp, { headers }: Pick<Person, 'headers'>, environment: 'live' | 'test' = 'live', name = 'Shop') {
  const issue = async (body: KeyBody) => bodyOf(await app.keys.createKey({ body, headers }));
  const pixel = await issue({ name, kind: 'public', environment });
  const secret = await issue({ name: `${name} back end`, kind: 'secret', environment });
  const key = bearer(secret.key ?? '');
  return {
    pixelKey: pixel.key ?? '',
    secretKeyId: secret.id,
    key,
    async land(parameters = 'svc_campaign=spring&svc_ad_group=shoes&svc_ad_id=ad_1') {
      const body = { key: pixel.key ?? '', url: `https://shop.example/p?${parameters}` };
      return bodyOf(await app.pixel.createSession({ body })).sid;
    },
    send: (body: object) => app.conversions.sendConversion({ body: body as EventBody, headers: key }),
  };
}
export type Shop = Awaited<ReturnType<typeof opensShop>>;

export async function totalsOf(app: TestApp, headers: Record<string, string>, query: object = {}) {
  const asked = { group_by: 'campaign', ...query };
  return bodyOf(await app.reports.reportConversions({ query: asked, headers })).rows;
}

export const actionsOn = async (app: TestApp, user_id: number) => {
  const query = { user_id, limit: 100 };
  const { entries } = bodyOf(await app.operators.listAudit({ query, headers: operator }));
  return entries.map(({ action }) => action).filter((action) => !action.startsWith('read_'));
};
