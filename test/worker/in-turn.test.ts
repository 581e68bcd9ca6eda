import { setTimeout as delay } from 'node:timers/promises';
import { type Message, queues } from '#functions/queues.ts';
import { createContext } from '#shared/aws/context.ts';
import { discoveryQueue } from '#shared/competitors/queues.ts';
import { exportQueue } from '#shared/event-log/queues.ts';
import { type RateLimits, rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { RetrySoon } from '#shared/messages/retry-soon.ts';
import { inTurn } from '#shared/worker/in-turn.ts';
import { busyness } from '#test/kit/cpu-clock.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let turns: RateLimits;
beforeEach(async () => {
  const world = await newWorld();
  app = await startApp(world);
  const { accounts } = createContext({ env: { TABLE_ACCOUNTS: `${world.prefix}accounts` } });
  turns = rateLimitsIn(accounts(), { now: () => world.clock.now });
});

const messages = {
  discovery: (user_id: number) => ({ task_id: 'task_1', user_id }),
  keyword_plan: (user_id: number) => ({ task_id: 'task_1', user_id }),
  export: (account_id: number) => ({
    account_id,
    export_id: 'export_1',
    environment: 'live',
    created_at: '2026-11-21T12:00:00.000Z',
    from: '2026-11-20',
    to: '2026-11-21',
  }),
  recount: (account_id: number) => ({ account_id, environment: 'live', event_ids: ['order_created:1'] }),
  reconciliation: (account_id: number) => ({
    account_id,
    environment: 'live',
    reconciliation_id: 'recon_1',
  }),
  spend_import: (account_id: number) => ({ account_id, environment: 'live', import_id: 'import_1' }),
} as const;

it.each(['discovery', 'keyword_plan', 'export', 'recount', 'spend_import', 'reconciliation'] as const)(
  'a message of %s waits at the end of its queue while its account has its workers, and nobody else waits',
  async (queue) => {
    const [busy, other] = [await newUser(app), await newUser(app)];
    await app.settle();
    app.world.messages.length = 0;
    const { accountTurns, timeoutSeconds } = queues[queue];
    const limit = { name: `turns-${queue}`, limit: accountTurns, windowSeconds: timeoutSeconds };
    const taken = [];
    for (let at = 0; at < accountTurns; at++) taken.push(await turns.take(limit, String(busy.id), `work_${at}`));
    const message = messages[queue](busy.id);
    expect(await app.attempt(queue, message)).toBe(true);
    expect(app.world.messages).toMatchObject([{ queue, message }]);
    expect(app.world.messages[0]?.delaySeconds).toBeGreaterThanOrEqual(5);
    expect(app.world.messages[0]?.delaySeconds).toBeLessThanOrEqual(15);
    app.world.messages.length = 0;

    expect(await app.attempt(queue, messages[queue](other.id))).toBe(true);
    expect(app.world.messages).toEqual([]);

    await turns.giveBack(limit, String(busy.id), taken[0] as (typeof taken)[0]);
    expect(await app.attempt(queue, message)).toBe(true);
    expect(app.world.messages).toEqual([]);

    await turns.take(limit, String(busy.id), 'work_0');
    app.world.clock.now += timeoutSeconds * 1000;
    expect(await app.attempt(queue, message)).toBe(true);
    expect(app.world.messages).toEqual([]);
  },
);

it('the work of an account whose backlog is in front of it delays that of another by one piece of work at most', async () => {
  const workMs = 200;
  const started = new Map<number, number>();
  const waiting: Message<'discovery'>[] = [];
  const deps = {
    turns,
    random: () => 0,
    queues: {
      send: async (_: object, message: object) => void setTimeout(() => waiting.push(message as never), 50),
    },
  };
  for (let at = 0; at < 60; at++) waiting.push({ task_id: `task_${at}`, user_id: 1 });
  waiting.push({ task_id: 'task_other', user_id: 2 });
  const began = performance.now();
  let isOver = false;
  const worker = async () => {
    while (!isOver) {
      const message = waiting.shift();
      if (!message) await delay(5);
      else
        await inTurn({ queue: discoveryQueue, message, account: message.user_id ?? 0, name: message.task_id }, deps, async () => {
          if (message.user_id === 2) {
            started.set(2, performance.now() - began);
            isOver = true;
          }
          await delay(workMs);
        });
    }
  };
  await Promise.all(Array.from({ length: queues.discovery.maxConcurrency }, worker));
  expect(started.get(2)).toBeLessThan(2 * workMs * busyness());
});

it('a turn stays that of the work when another worker finds it taken, and is given back when the work fails', async () => {
  const deps = { turns, random: () => 0, queues: { send: () => Promise.reject(new Error('sent')) } };
  const message = { task_id: 'task_1', user_id: 1 };
  const of = (name: string) => ({ queue: exportQueue, message: message as never, account: 1, name });
  const fails = (error: Error) => inTurn(of('a'), deps, () => Promise.reject(error));
  await expect(fails(new RetrySoon('busy'))).rejects.toThrow('busy');
  await expect(inTurn(of('b'), deps, async () => {})).rejects.toThrow('sent');
  await expect(fails(new Error('broken'))).rejects.toThrow('broken');
  await inTurn(of('b'), deps, async () => {});
});
