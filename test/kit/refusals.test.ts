import { assertLimitDeclared, declaredLimits } from './declared-limits.ts';
import { assertReadsConsistently } from './eventual-reads.ts';
import { outgoing } from './outgoing.ts';

describe('the kit refuses', () => {
  it('an eventually consistent read of a kind that is not listed', () => {
    const read = (pk: string, sk: string, ConsistentRead?: boolean) => () =>
      assertReadsConsistently('GetItem', { Key: { pk: { S: pk }, sk: { S: sk } }, ConsistentRead });
    expect(read('USER#1', 'USER')).toThrow('GetItem of USER USER is not strongly consistent');
    for (const listed of [read('USER#1', 'USER', true), read('SESSION#s', 'SESSION')]) listed();
    const query = { ExpressionAttributeValues: { ':pk': { S: 'EXPORT#1' } } };
    expect(() => assertReadsConsistently('Query', query)).toThrow('Query of EXPORT');
    assertReadsConsistently('Query', { ...query, IndexName: 'active' });
    const batch = { RequestItems: { t: { Keys: [{ pk: { S: 'TASK#1' }, sk: { S: 'TASK' } }] } } };
    expect(() => assertReadsConsistently('BatchGetItem', batch)).toThrow('BatchGetItem of TASK TASK');
  });

  it('a limit with other uses or seconds than declared', () => {
    const [uses, seconds] = declaredLimits.attempts ?? [];
    assertLimitDeclared(`"attempts";q=${uses};w=${seconds}`, {});
    expect(() => assertLimitDeclared(`"attempts";q=${seconds};w=${uses}`, {})).toThrow();
    expect(() => assertLimitDeclared(`"attempts";q=6;w=${seconds}`, {})).toThrow();
    assertLimitDeclared(`"attempts";q=6;w=${seconds}`, { LIMIT: '6' });
  });

  it('a write that outlives a successful request, but not one of a request that failed', async () => {
    const write = { by: 'auth', operation: 'PutItem', table: 'accounts' } as const;
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
    const answer = async (status: number) => {
      const door = outgoing();
      return await door.unit(async () => {
        void door.pass(write, slow);
        return { status };
      });
    };
    await expect(answer(200)).rejects.toThrow('PutItem accounts of auth outlives its request');
    expect(await answer(503)).toEqual({ status: 503 });

    const door = outgoing();
    let later: Promise<unknown> = Promise.resolve();
    await door.unit(async () => {
      later = slow().then(() => door.pass(write, slow));
      later.catch(() => {});
    });
    await expect(later).rejects.toThrow('outlives its request');
  });
});
