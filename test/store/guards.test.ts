import { randomInt } from 'node:crypto';
import { usedTokensIn } from '#shared/accounts/sign-in/store/used-tokens.ts';
import { billingRecordsIn } from '#shared/billing/store/billing-records.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { nudgesIn } from '#shared/notifications/store/nudges.ts';
import { promptRequestsIn } from '#shared/prompts/store/prompt-requests.ts';
import { recountsIn } from '#shared/reports/store/recounts.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import type { Task } from '#shared/tasks/rules/tasks.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

// A whole request seldom shows these conflicts of writes.
const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
const now = () => clock.now;
let accounts: Table;
let attribution: Table;
let analysis: Table;
beforeAll(async () => {
  const { prefix } = await newWorld();
  const at = (name: string) => tableAt(prefix + name, testDynamo());
  [accounts, attribution, analysis] = [at('accounts'), at('attribution'), at('analysis')];
});
const newId = () => randomInt(1, 2 ** 47);

describe('a task', () => {
  const created = async () => {
    const tasks = tasksIn(accounts, { now });
    const at = new Date(clock.now).toISOString();
    const task: Task = {
      id: `task_${newId()}`,
      job: 'prune',
      status: 'running',
      parameters: {},
      shards: 1,
      counts: {},
      failures: [],
      error: null,
      createdAt: at,
      updatedAt: at,
    } as Task;
    await tasks.create(task);
    return { tasks, task };
  };

  it('a task is begun once', async () => {
    const { tasks, task } = await created();
    const second = await tasks.create({ ...task, parameters: { other: true } } as Task);
    expect(second.parameters).toEqual({});
    expect((await tasks.byId(task.id))?.parameters).toEqual({});
  });

  it('a task is completed once, and its effects go out once', async () => {
    const { tasks, task } = await created();
    expect(await tasks.move(task.id, 'completed', { counts: { granted: 1 } })).toBe(true);
    expect(await tasks.move(task.id, 'completed', { counts: { granted: 2 } })).toBe(false);
    expect(await tasks.byId(task.id)).toMatchObject({ counts: { granted: 1 } });
  });

  it('a task has parts that a slow worker does not move back', async () => {
    const { tasks, task } = await created();
    const next = { cursor: null, counts: {}, failures: [], isDone: false };
    const begun = await tasks.shardProgress(task.id, 0);
    expect(await tasks.advance(task.id, begun, next)).toBe(true);
    const seen = await tasks.shardProgress(task.id, 0);
    expect(await tasks.advance(task.id, seen, { ...next, isDone: true })).toBe(true);
    for (const late of [begun, seen]) expect(await tasks.advance(task.id, late, next)).toBe(false);
    expect(await tasks.shardProgress(task.id, 0)).toMatchObject({ isDone: true, version: 2 });
  });
});

describe('recounts of an account', () => {
  it('recounts of an account that are opened side by side are all known, each with a number of its own', async () => {
    const recounts = recountsIn(attribution, { now });
    const accountId = newId();
    const open = (taskId: string) => recounts.open(accountId, { from: '2026-01-01', to: '2026-12-31', taskId });
    await open('first');
    const opened = await Promise.all(['second', 'third', 'fourth'].map(open));
    expect(new Set(opened.map(({ generation }) => generation)).size).toBe(3);
    const known = (await recounts.of([accountId])).get(accountId) ?? [];
    expect(known.map(({ generation }) => generation).sort()).toEqual([1, 2, 3, 4]);
  });

  it('recounts of an account count a part that the projection has not, and the other way round', async () => {
    const recounts = recountsIn(attribution, { now });
    const claimOf = (eventId: string) => ({ accountId: newId(), environment: 'live', generation: 1, eventId, part: 'accepted' }) as const;
    const [live, recounted] = [claimOf('live'), claimOf('recounted')];
    expect((await recounts.claimLive([live])).size).toBe(1);
    expect(await recounts.count([live], [])).toBe(false);
    expect(await recounts.count([recounted], [])).toBe(true);
    expect((await recounts.claimLive([recounted])).size).toBe(0);
    expect(await recounts.count([recounted], [])).toBe(false);
  });
});

describe('what is known of the payment processor', () => {
  const records = () => billingRecordsIn(accounts, { now });

  it('what is known of the payment processor loses no change of a user’s subscriptions', async () => {
    const userId = newId();
    const before = await records().account(userId);
    expect(await records().transactOrConflict([records().accountPart(userId, before, [])])).toBe(true);
    const seen = await records().account(userId);
    const write = () => records().transactOrConflict([records().accountPart(userId, seen, [])]);
    expect([await write(), await write()]).toEqual([true, false]);
  });

  it('what is known of the payment processor settles an event once, and gives a customer to one user', async () => {
    const event = { id: `evt_${newId()}`, type: 'a', created: 1, outcome: 'applied', userId: null } as const;
    const settle = () => records().transactOrConflict([records().eventPart({ ...event, isSettled: true })]);
    expect([await settle(), await settle()]).toEqual([true, false]);
    const customer = `cus_${newId()}`;
    const give = (userId: number, before?: number) => records().transactOrConflict([records().customerPart(customer, userId, before)]);
    expect([await give(1), await give(2), await give(3, 1), await give(1)]).toEqual([true, false, true, false]);
  });
});

describe('a request for a prompt', () => {
  const requests = () => promptRequestsIn(analysis, { now });
  const taken = async (userId: number, fingerprint = 'a') => {
    const found = await requests().take(userId, 'key', fingerprint);
    if (found.state !== 'mine') throw new Error(found.state);
    return found.inHand;
  };

  it('a request for a prompt is not freed by who lost it', async () => {
    const userId = newId();
    const lost = await taken(userId);
    clock.now += 32_000;
    await taken(userId);
    await requests().release(lost);
    await requests().refuse(lost);
    expect(await requests().take(userId, 'key', 'a')).toMatchObject({ state: 'busy' });
  });

  it('a request for a prompt keeps its key from another one, also after it was freed', async () => {
    const userId = newId();
    await requests().release(await taken(userId));
    expect(await requests().take(userId, 'key', 'b')).toEqual({ state: 'another' });
  });
});

it('a nudge is claimed once, also on the next day', async () => {
  const nudges = nudgesIn(accounts, { now });
  const userId = newId();
  await nudges.schedule(userId, 'cart_abandoned', { day: '2026-11-21', due: clock.now });
  const nudge = await nudges.of(userId, '2026-11-21');
  if (!nudge) throw new Error('There is none.');
  expect(await nudges.claim(nudge, '2026-11-21')).toMatchObject({ claimId: expect.any(String) });
  expect(await nudges.claim(nudge, '2026-11-22')).toBe('busy');
});

it('a token is used once for an operation, by one request', async () => {
  const tokens = usedTokensIn(accounts);
  const tokenId = `${newId()}`;
  const use = (by: string, operation = 'a') => tokens.use({ operation, tokenId, by, expiresAt: clock.now + 60_000 });
  expect([await use('one'), await use('one'), await use('two'), await use('two', 'b')]).toEqual([true, true, false, true]);
});

it('of callers that start a window side by side all are counted', async () => {
  const limits = rateLimitsIn(accounts, { now });
  const limit = { name: 'test', limit: 100, windowSeconds: 60 };
  const caller = `${newId()}`;
  await limits.take(limit, caller);
  clock.now += 61_000;
  await Promise.all(Array.from({ length: 10 }, () => limits.take(limit, caller)));
  expect(await limits.take(limit, caller)).toMatchObject({ remaining: 100 - 11 });
});
