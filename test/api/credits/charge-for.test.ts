import { chargeFor } from '#shared/credits/charge-for.ts';
import { chargeTask } from '#shared/credits/charge-task.ts';
import { envFrom } from '#shared/env.ts';
import type { UserTask } from '#shared/tasks/rules/user-tasks.ts';
import { TaskFailed } from '#shared/tasks/user-task.ts';
import { ApiError } from '#shared/values/errors.ts';
import { paidOperations } from '#shared/values/paid-operations.ts';
import { newWorld } from '#test/kit/harness.ts';
import { entry, ledgerOf, newUserId } from './scene.ts';

const world = await newWorld();
const { credits, calls } = ledgerOf(world);
const depsOf = (costs?: object) => ({
  credits,
  creditCosts: envFrom(costs ? { CREDIT_COSTS: JSON.stringify(costs) } : {}).CREDIT_COSTS,
});
let userId: number;
beforeEach(() => {
  userId = newUserId();
  calls.length = 0;
});

describe('charging for an operation', () => {
  it.each(paidOperations)('%s costs nothing by default, not even a call', async (operation) => {
    const others = paidOperations.filter((other) => other !== operation);
    const costs = Object.fromEntries(others.map((other) => [other, 3]));
    expect(await chargeFor(operation, { userId, id: 'task_1' }, depsOf())).toBeNull();
    expect(await chargeFor(operation, { userId, id: 'task_1' }, depsOf(costs))).toBeNull();
    expect(calls).toEqual([]);
  });

  it('a charge of a task ends the task without credits, and is tried again when the store fails', async () => {
    const task = { id: 'task_1', userId } as UserTask;
    const { creditCosts } = depsOf({ discovery: 3 });
    await expect(chargeTask('discovery', task, { credits, creditCosts })).rejects.toThrow(TaskFailed);
    const down = { spend: () => Promise.reject(new Error('The store is down.')) };
    const failed = chargeTask('discovery', task, { credits: down, creditCosts });
    await expect(failed).rejects.toThrow('The store is down.');
    await expect(failed).rejects.not.toBeInstanceOf(TaskFailed);
  });

  it('charging for an operation takes its cost once per task', async () => {
    const deps = depsOf({ discovery: 3 });
    await credits.grant(userId, entry({ type: 'ADJUSTMENT' as const, amount: 7 }));
    const charge = (id: string) => chargeFor('discovery', { userId, id }, deps);
    expect(await charge('task_1')).toMatchObject({
      outcome: 'granted',
      transaction: { amount: -3, type: 'usage' },
    });
    expect(await charge('task_1')).toMatchObject({ outcome: 'already' });
    await charge('task_2');
    expect(await credits.balance(userId)).toMatchObject({ balance: 1 });
    const refused = await charge('task_3').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 402, code: 'insufficient_credits' });
    expect(await charge('task_2')).toMatchObject({ outcome: 'already' });
  });
});

describe('the configuration of credits', () => {
  it.each(['', '{', '[]', '{"a":-1}', '{"a":1.5}', '{"a":"1"}', '5'])(
    'the configuration of credits refuses the costs %j',
    (CREDIT_COSTS) => {
      expect(() => envFrom({ CREDIT_COSTS })).toThrow('CREDIT_COSTS');
    },
  );

  it('the configuration of credits accepts a zone by its name, and defaults to India', () => {
    expect(envFrom({}).CREDITS_TIME_ZONE).toBe('Asia/Kolkata');
    expect(envFrom({ CREDITS_TIME_ZONE: 'America/New_York' }).CREDITS_TIME_ZONE).toBe('America/New_York');
    expect(() => envFrom({ CREDITS_TIME_ZONE: 'Moon/Crater' })).toThrow('CREDITS_TIME_ZONE');
  });
});
