import { readServiceHealth } from '#functions/api/operators/service/read-service-health.ts';
import { createContext } from '#shared/aws/context.ts';
import { listAges } from '#shared/clicks/rules/list-ages.ts';
import { llmSpendIn } from '#shared/llm/store/llm-spend.ts';
import { days } from '#shared/values/durations.ts';
import { newWorld, operatorToken, startApp } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken };

describe('the health of the service', () => {
  it('the health of the service has the cost of models by day, and names unmeasured values of this machine', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    const { analysis } = createContext({ env: { TABLE_ANALYSIS: `${world.prefix}analysis` } });
    const spend = llmSpendIn(analysis(), { now: () => world.clock.now });
    await spend.add('call-1', 1_250_000);
    world.clock.now += days(1);
    await spend.add('call-2', 7);
    const { status, body } = await app.operators.readServiceHealth({ headers });
    if (status !== 200) throw new Error(JSON.stringify(body));
    expect(body.llm.days).toHaveLength(7);
    expect(body.llm.days.slice(-2)).toEqual([
      { day: '2026-11-21', cost: '1.25' },
      { day: '2026-11-22', cost: '0.000007' },
    ]);
    expect(body.llm).toMatchObject({ this_hour: '0.000007', budget_per_hour: '20.00' });
    expect(body).toMatchObject({ measured: false, alarms: null, lags: null, mail: null });
    expect(body.not_measured_because).toContain('CloudWatch');
  });

  it('the health of the service reports a list that nobody compared for more than 180 days', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    const oldLists = async () => {
      const { status, body } = await app.operators.readServiceHealth({ headers });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.lists.filter(({ is_old }) => is_old).map(({ name }) => name);
    };
    const [oldest = 0, newest = 0] = listAges(0)
      .map(({ checkedOn }) => Date.parse(checkedOn))
      .sort((a, b) => a - b)
      .filter((_, at, { length }) => at === 0 || at === length - 1);
    world.clock.now = oldest + days(180);
    expect(await oldLists()).toEqual([]);
    world.clock.now = oldest + days(180) + 1;
    expect((await oldLists()).length).toBeGreaterThan(0);
    world.clock.now = newest + days(180) + 1;
    expect(await oldLists()).toEqual(['click_parameters', 'user_agents', 'hosts']);
  });

  it('the health of the service has active alarms first, each with its page and runbook section', async () => {
    const alarm = (id: string, state: 'ok' | 'alarm') => ({
      id,
      state,
      since: null,
      about: 'What it means.',
    });
    const deps = {
      stage: 'prod',
      llmBudgetPerHour: 20,
      now: () => Date.parse('2026-11-21T12:00:00.000Z'),
      canary: { ofLastDay: async () => [] },
      llmSpend: { byDay: async () => [], thisHour: async () => ({ micros: 0, resetSeconds: 1 }) },
      cloudWatch: {
        measure: async (streams: readonly string[]) => ({
          alarms: [alarm('api-5xx', 'ok'), alarm('dead-letters', 'alarm')],
          lags: streams.map((name) => ({ name, milliseconds: 1500 })),
          mail: { bounceRate: null, complaintRate: 0.001 },
        }),
      },
    };
    const { body } = await readServiceHealth.handle({} as never, deps as never);
    expect(body.alarms?.map(({ id, page, runbook }) => [id, page, runbook])).toEqual([
      ['dead-letters', '/console/operators/queues', 'docs/runbook.md#a-dead-letter-queue-holds-a-message'],
      ['api-5xx', '/console/operators/health', 'docs/runbook.md#5xx-answers'],
    ]);
    expect(body.lags?.map(({ name }) => name)).toEqual(expect.arrayContaining(['outbox', 'conversion-totals']));
    expect(body.lags?.[0]?.seconds).toBe(1.5);
    const down = { ...deps, cloudWatch: { measure: () => Promise.reject(new Error('Throttling')) } };
    const without = await readServiceHealth.handle({} as never, down as never);
    expect(without.body).toMatchObject({ measured: false, alarms: null, stage: 'prod' });
  });
});
