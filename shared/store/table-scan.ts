import type { WireMap } from './attribute-values.ts';
import type { Dynamo } from './dynamo.ts';

export type ScanPage = { items: WireMap[]; next: WireMap | undefined };
export type TableScan = ReturnType<typeof tableScan>;

export const tableScan =
  (name: string, dynamo: Dynamo) =>
  async (
    { segment, segments }: { segment: number; segments: number },
    { start, limit, kind }: { start: WireMap | undefined; limit: number; kind?: string },
  ): Promise<ScanPage> => {
    const { Items = [], LastEvaluatedKey } = await dynamo('Scan', {
      TableName: name,
      Segment: segment,
      TotalSegments: segments,
      Limit: limit,
      ConsistentRead: true,
      ...(start && { ExclusiveStartKey: start }),
      ...(kind && {
        FilterExpression: '#kind = :kind',
        ExpressionAttributeNames: { '#kind': 'kind' },
        ExpressionAttributeValues: { ':kind': { S: kind } },
      }),
    });
    return { items: Items, next: LastEvaluatedKey };
  };
