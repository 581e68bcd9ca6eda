import { randomInt } from 'node:crypto';
import { type Audit, auditIn, auditPageItems } from '#shared/operators/store/audit.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const headers = { 'x-svc-dev-token': operatorToken };
const actor = { kind: 'system', id: 'test' } as const;
let app: TestApp;
let audit: Audit;
const cost = { items: 0 };
beforeAll(async () => {
  app = await startApp(await newWorld());
  const { prefix, clock } = app.world;
  const inner = testDynamo();
  const counting: Dynamo = async (operation, input) => {
    const output = await inner(operation, input);
    cost.items += output.Items?.length ?? 0;
    return output;
  };
  audit = auditIn(tableAt(`${prefix}accounts`, counting), { now: () => clock.now });
});
const newId = () => randomInt(1, 2 ** 47);
const note = async (action: string, userId: number | null, details?: Record<string, unknown>) => {
  app.world.clock.now += 1;
  await audit.record({ actor, action, userId, ...(details && { details }) });
};
const read = async (query: Parameters<TestApp['operators']['listAudit']>[0]['query'] = {}) => {
  const answer = await app.operators.listAudit({ query, headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};

describe("the operators' audit log", () => {
  it('the audit log shows who, what, whom and when, newest first, of all and of one user', async () => {
    const [ada, eve] = [newId(), newId()];
    await note('first_deed', ada, { amount: 5, nested: { list: [1, null] } });
    await note('second_deed', eve);
    await note('third_deed', null);
    const { entries } = await read({ limit: 3 });
    expect(entries.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['third_deed', null],
      ['second_deed', eve],
      ['first_deed', ada],
    ]);
    expect(await read({ user_id: ada })).toEqual({
      entries: [
        {
          id: expect.stringMatching(/^audit_\w{22}$/),
          at: new Date(app.world.clock.now - 2).toISOString(),
          actor,
          action: 'first_deed',
          user_id: ada,
          details: { amount: 5, nested: { list: [1, null] } },
        },
      ],
      next_cursor: null,
    });
    expect(entries).toContainEqual((await read({ user_id: ada })).entries[0]);
  });

  it('pages of the audit log meet without gap or overlap, while new entries arrive', async () => {
    const user = newId();
    for (let i = 0; i < 7; i++) await note(`deed_${'abcdefg'[i]}`, user);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ user_id: user, limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.entries.map(({ action }) => action));
      cursor = page.next_cursor ?? undefined;
      await note('later_deed', user);
    } while (cursor);
    expect(seen).toEqual([...'gfedcba'].map((letter) => `deed_${letter}`));
  });

  it('the audit log separates entries of one millisecond', async () => {
    const user = newId();
    await Promise.all(Array.from({ length: 20 }, () => audit.record({ actor, action: 'deed', userId: user })));
    const first = await read({ user_id: user, limit: 12 });
    const rest = await read({ user_id: user, limit: 12, cursor: first.next_cursor ?? '' });
    const ids = [...first.entries, ...rest.entries].map(({ id }) => id);
    expect(new Set(ids).size).toBe(20);
  });

  it('the audit log finds one kind of action among many at a bounded cost per page', async () => {
    const user = newId();
    await note('rare_deed', user);
    for (let batch = 0; batch < 11; batch++) await Promise.all(Array.from({ length: 120 }, () => note('usual_deed', user)));
    const found: string[] = [];
    let cursor: string | undefined;
    for (let pages = 1; pages === 1 || cursor; pages++) {
      const before = cursor && Buffer.from(cursor, 'base64url').toString();
      cost.items = 0;
      const page = await audit.page({ userId: user, action: 'rare_deed', limit: 5, before });
      expect(cost.items).toBeLessThanOrEqual(auditPageItems);
      found.push(...page.entries.map(({ action }) => action));
      cursor = page.next ? Buffer.from(page.next).toString('base64url') : undefined;
      expect(pages).toBeLessThan(4);
    }
    expect(found).toEqual(['rare_deed']);
    const { next_cursor } = await read({ user_id: user, action: 'rare_deed' });
    expect((await read({ user_id: user, action: 'rare_deed', cursor: next_cursor ?? '' })).entries).toHaveLength(1);
  });

  it('the audit log refuses a foreign cursor, and reports every problem', async () => {
    const query = { cursor: 'x', limit: 101, user_id: 0, action: 'DROP TABLE' };
    const answer = await app.operators.listAudit({ query, headers });
    const places = (answer.body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'));
    expect([answer.status, places.sort()]).toEqual([422, ['query.action', 'query.cursor', 'query.limit', 'query.user_id']]);
  });
});
