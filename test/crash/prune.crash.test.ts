// Slow: it fails every call in turn.

import { keyOfPruned } from '#shared/backup/items.ts';
import { keyOf as keyOfEventLog } from '#shared/event-log/items.ts';
import { keyOf as keyOfLlm } from '#shared/llm/items.ts';
import { operator, tableIn, taskOf } from '#test/backup/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const [oldCalls, oldEvents] = [30, 3];
const env = { LLM_CALLS_RETENTION_DAYS: '2', PIXEL_EVENTS_RETENTION_DAYS: '2' };

async function scene(app: TestApp): Promise<string> {
  const { world } = app;
  const [analysis, attribution] = [tableIn(world, 'analysis'), tableIn(world, 'attribution')];
  const at = (days: number, ms = 0) => new Date(world.clock.now - days * dayMs + ms).toISOString();
  const day = (days: number) => at(days).slice(0, 10);
  const llmCall = (time: string, i: number) => ({
    ...keyOfLlm.llmCall(time.slice(0, 10), time, `${i}`),
    kind: 'llm_call',
  });
  const pixelEvent = (days: number, i: number) => keyOfEventLog.pixelEvent(1, 'live', day(days), { at: at(days, i), id: `${i}` });
  await analysis.putMany([
    { ...keyOfPruned('LLM_CALLS'), through: day(3) },
    ...Array.from({ length: oldCalls }, (_, i) => llmCall(at(3, i), i)),
    ...[0, 1, 2].map((days) => ({ ...llmCall(at(days, hourMs), 99), young: true })),
  ]);
  await attribution.putMany([
    { ...keyOfPruned('PIXEL_EVENTS'), through: day(3) },
    ...[0, 2, 3].map((days) => keyOfEventLog.pixelDay(day(days), 1, 'live')),
    ...Array.from({ length: oldEvents }, (_, i) => pixelEvent(3, i)),
    ...[0, 2].map((days) => ({ ...pixelEvent(days, hourMs), young: true })),
  ]);
  const answer = await app.operators.pruneOldRows({ headers: operator });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  world.messages.splice(0, world.messages.length, ...world.messages.filter(({ delaySeconds }) => delaySeconds === 0));
  return answer.body.task_id;
}

async function expectOnlyYoung({ world }: TestApp) {
  const rows = [...(await allItems(world, 'analysis')), ...(await allItems(world))].filter(({ pk }) =>
    /^(LLMCALLS|PIXEL|PIXELDAY)#/.test(pk),
  );
  const young = rows.filter((row) => row.young);
  expect(young).toHaveLength(5);
  expect(rows.filter((row) => !row.young).map(({ pk }) => pk)).toEqual([
    ...[2, 0].map((days) => `PIXELDAY#${new Date(world.clock.now - days * dayMs).toISOString().slice(0, 10)}`),
  ]);
}

describe('prune_old_rows', () => {
  it('a prune that continues after a kill deletes only old rows, and counts each row once', async () => {
    const calls = await crashTest({
      env,
      prepare: scene,
      operation: (app) => app.work('prune'),
      async check(app, taskId) {
        expect(await taskOf(app, taskId)).toMatchObject({
          status: 'completed',
          counts: { llm_calls: oldCalls, pixel_events: oldEvents },
        });
        await expectOnlyYoung(app);
      },
    });
    expect(calls.filter(({ operation }) => operation === 'BatchWriteItem')).toHaveLength(3);
  });

  it('the next prune deletes the rows of an abandoned prune', async () => {
    await crashTest({
      env,
      prepare: scene,
      operation: (app) => app.work('prune').catch(() => {}),
      async check(app, taskId) {
        const { world } = app;
        world.messages.length = 0;
        world.clock.now += 31 * 60_000;
        const answer = await app.operators.pruneOldRows({ headers: operator });
        if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
        expect(answer.body.task_id).not.toBe(taskId);
        await app.work('prune');
        expect(await taskOf(app, answer.body.task_id)).toMatchObject({ status: 'completed' });
        await expectOnlyYoung(app);
      },
    });
  });

  it('a prune that is ordered again after a kill is one prune', async () => {
    await crashTest({
      env,
      async prepare() {},
      operation: (app) => app.operators.pruneOldRows({ headers: operator }),
      async check(app, _, answer) {
        if (answer.status !== 202) throw new Error(`status ${answer.status}`);
        const again = await app.operators.pruneOldRows({ headers: operator });
        expect(again.status === 202 && again.body.task_id).toBe(answer.body.task_id);
      },
    });
  });
});
