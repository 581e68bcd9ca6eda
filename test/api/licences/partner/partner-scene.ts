import { randomUUID } from 'node:crypto';
import { partnerSignature } from '#shared/http/webhook-signatures.ts';
import { operatorToken, type TestApp } from '#test/kit/harness.ts';
import { webhookSecrets } from '#test/kit/secrets-json.ts';

export const operator = { 'x-svc-dev-token': operatorToken };
export const newKey = () => randomUUID();
export const created = 1_795_000_000;

type Sent = Parameters<TestApp['licences']['receivePartnerEvent']>[0]['body'];

export const send = (app: TestApp, body: Sent & Record<string, unknown>) => {
  const { timestamp, signature } = partnerSignature(JSON.stringify(body), {
    secret: webhookSecrets.partner_webhook_key,
    now: app.world.clock.now,
  });
  return app.licences.receivePartnerEvent({
    body,
    headers: { 'x-appsumo-timestamp': timestamp, 'x-appsumo-signature': signature },
  });
};

export async function licence(app: TestApp, license_key: string) {
  const answer = await app.operators.readLicences({ query: { license_key }, headers: operator });
  if (answer.status === 200) return answer.body.licences[0] ?? null;
  if (answer.status === 404) return null;
  throw new Error(JSON.stringify(answer.body));
}

export async function stateOf(app: TestApp, keys: readonly string[]) {
  const found = await Promise.all(keys.map((key) => licence(app, key)));
  return found.map((one) => {
    if (!one) return null;
    const { events, created_at: _, ...state } = one;
    const told = events.map(({ received_at: __, ...event }) => JSON.stringify(event));
    return { ...state, events: told.sort() };
  });
}

export const own = async (app: TestApp, headers: Record<string, string>) => {
  const answer = await app.licences.listLicences({ headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};

export function permutations<T>(of: readonly T[]): T[][] {
  if (of.length < 2) return [[...of]];
  return of.flatMap((first, i) => permutations([...of.slice(0, i), ...of.slice(i + 1)]).map((rest) => [first, ...rest]));
}

export async function holders({ licenceStore }: TestApp): Promise<number[]> {
  const found: number[] = [];
  for (let shard = 0; shard < 8; shard++) {
    let start: Awaited<ReturnType<typeof licenceStore.activePage>>['next'];
    do {
      const page = await licenceStore.activePage(shard, start, 3);
      found.push(...page.licences.map(({ userId }) => userId));
      start = page.next;
    } while (start);
  }
  return found;
}
