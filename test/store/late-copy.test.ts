import { randomInt } from 'node:crypto';
import { keyOf as keyOfApiKeys } from '#shared/api-keys/items.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { keyOf as keyOfCompetitors } from '#shared/competitors/items.ts';
import { competitorsIn } from '#shared/competitors/store/competitors.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { eventLogIn } from '#shared/event-log/store/event-log.ts';
import { exportRowsIn } from '#shared/event-log/store/export-rows.ts';
import { keyOf as keyOfKeywordPlans } from '#shared/keyword-plans/items.ts';
import { keywordPlansIn } from '#shared/keyword-plans/store/keyword-plans.ts';
import type { Dynamo, Output } from '#shared/store/dynamo.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { counted } from './stream-of.ts';

/** The local engine has no lagging copy, so this wrapper simulates lag. */
function lateCopy(isLate: (operation: string) => boolean): Dynamo {
  const whole = testDynamo();
  return async (operation, input) => {
    const reads = JSON.stringify(input).includes('"ConsistentRead":false');
    return reads && isLate(operation) ? ({} satisfies Output) : whole(operation, input);
  };
}

describe('what was just written is there', () => {
  let prefix: string;
  const table = (name: string, isLate: (operation: string) => boolean = () => true): Table => tableAt(prefix + name, lateCopy(isLate));
  beforeAll(async () => {
    ({ prefix } = await newWorld());
  });
  const account = () => randomInt(1, 2 ** 47);
  const now = () => Date.parse('2026-11-21T12:00:00.000Z');

  it('what was just written is there in the list of keys', async () => {
    const id = account();
    const attribution = table('attribution');
    await attribution.put({ ...keyOfApiKeys.apiKey(id, 'key_1'), id: 'key_1', createdAt: '2026' });
    const keys = apiKeysIn(attribution, { now, cacheSeconds: 60 });
    expect(await keys.list(id)).toMatchObject([{ id: 'key_1' }]);
  });

  it('what was just written is there among the competitors, whose ads are asked for and whose names go into a plan next', async () => {
    const id = account();
    const analysis = table('analysis');
    await analysis.put({
      ...keyOfCompetitors.competitor(id, 'rival.example'),
      kind: 'competitor',
      discoveredAt: '2026',
    });
    expect(await competitorsIn(analysis).ofUser(id)).toHaveLength(1);
  });

  it('what was just written is there as the newest plan', async () => {
    const id = account();
    const analysis = table('analysis');
    await analysis.put({ ...keyOfKeywordPlans.keywordPlan(id, 1), kind: 'keyword_plan', version: 1 });
    expect(await keywordPlansIn(analysis).latest(id)).toMatchObject({ version: 1 });
  });

  it('what was just written is there in an exported file, each row whose log entry is', async () => {
    const accountId = account();
    const attribution = table('attribution', (operation) => operation === 'BatchGetItem');
    const conversion = counted(accountId, 'e1');
    await conversionsIn(attribution).accept(conversion);
    await eventLogIn(attribution, { now, retentionDays: 400 }).write([conversion]);
    const day = conversion.receivedAt.slice(0, 10);
    const order = { id: 'x', accountId, environment: 'live' as const, from: day, to: day, createdAt: '2026' };
    const [page] = await Array.fromAsync(exportRowsIn(attribution).after(order, undefined, 100));
    expect(page?.conversions).toMatchObject([{ eventId: 'e1' }]);
  });
});
