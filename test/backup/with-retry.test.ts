import { withRetry } from '#lib/ops/restore/with-retry.ts';
import { type Dynamo, DynamoRefusal } from '#shared/store/dynamo.ts';

const refusing = (types: string[]) => {
  const asked: string[] = [];
  const dynamo: Dynamo = async (operation) => {
    asked.push(operation);
    const type = types.shift();
    if (type) throw new DynamoRefusal(type, 'x');
    return {};
  };
  return { asked, dynamo: withRetry(dynamo, async () => {}) };
};

describe('a restore', () => {
  it('a restore retries a throttled table for minutes', async () => {
    const load = ['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded'];
    const { asked, dynamo } = refusing([...load, ...load, ...load]);
    await dynamo('BatchWriteItem', {});
    expect(asked).toHaveLength(10);
  });

  it('a restore ends when the throttling does not end', async () => {
    const { asked, dynamo } = refusing(Array.from({ length: 50 }, () => 'ThrottlingException'));
    await expect(dynamo('Scan', {})).rejects.toMatchObject({ type: 'ThrottlingException' });
    expect(asked).toHaveLength(12);
  });

  it('a restore tries a permanent error once', async () => {
    const { asked, dynamo } = refusing(['ValidationException']);
    await expect(dynamo('PutItem', {})).rejects.toMatchObject({ type: 'ValidationException' });
    expect(asked).toHaveLength(1);
  });
});
