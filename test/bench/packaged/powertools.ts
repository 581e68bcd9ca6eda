import { randomUUID } from 'node:crypto';
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Route } from '../../../lib/local/gateway.ts';
import { ConversionEventBody } from '../../../shared/conversions/event-schema.ts';
import { keyOf } from '../../../shared/conversions/items.ts';
import { parseConversionEvent } from '../../../shared/conversions/parse-conversion-event.ts';
import { acceptedResult } from '../../../shared/conversions/results.ts';
import { attribute, type Click } from '../../../shared/conversions/rules/attribution.ts';
import { clickOf, conversionOf, defaultConversionTypes } from '../../../shared/conversions/rules/conversions.ts';
import { securityHeaders } from '../../../shared/http/headers.ts';
import { parseExactly } from '../../../shared/values/json.ts';
import { conversionDeps, idempotencyTable } from '../peers/work.ts';

export function makeHandler(): Route['handler'] {
  const deps = conversionDeps();
  const awsSdkV3Client = new DynamoDBClient({});
  const documents = DynamoDBDocumentClient.from(awsSdkV3Client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const TableName = process.env.TABLE_ATTRIBUTION ?? '';

  type Sent = {
    event_id: string;
    caller: Parameters<typeof attribute>[1] & { accountId: number };
    body: never;
  };
  const config = new IdempotencyConfig({ eventKeyJmesPath: 'event_id' });
  const once = makeIdempotent(
    async ({ caller, body }: Sent) => {
      const { event, warnings } = await parseConversionEvent(body, caller.accountId, deps);
      const { Item } = await documents.send(new GetCommand({ TableName, Key: keyOf.click(event.clickId) }));
      const receivedAt = Date.now();
      const attribution = attribute((Item as Click | undefined) ?? null, caller as never, {
        clickId: event.clickId,
        occurredAt: event.occurredAt ?? receivedAt,
        receivedAt,
      });
      if (attribution.outcome !== 'matched') throw new Error('The bench sends events that match.');
      const credit = { outcome: 'matched' as const, click: clickOf(attribution.click) };
      const counts = defaultConversionTypes.includes(event.eventType);
      const facts = { receivedAt, counts, writtenBy: randomUUID(), requestId: randomUUID() };
      const conversion = conversionOf(event, caller as never, credit, facts);
      const key = keyOf.conversion(caller.accountId, 'live', event.eventId);
      await documents.send(
        new PutCommand({
          TableName,
          Item: { ...key, kind: 'conversion', ...conversion },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
      return acceptedResult(conversion, warnings);
    },
    {
      persistenceStore: new DynamoDBPersistenceLayer({ tableName: idempotencyTable, awsSdkV3Client }),
      config,
    },
  );

  return async ({ headers, body: text }, context) => {
    const caller = await deps.keys.secretCaller(headers.authorization?.slice('Bearer '.length) ?? '');
    const parsed = ConversionEventBody.safeParse(parseExactly(text ?? ''));
    if (!caller || !parsed.success) return { statusCode: caller ? 422 : 401, body: '{}' };
    const { event_id } = parsed.data;
    config.registerLambdaContext(context);
    const result = await once({ event_id, caller, body: parsed.data as never });
    return {
      statusCode: 200,
      headers: { 'content-type': 'application/json', ...securityHeaders },
      body: JSON.stringify(result),
    };
  };
}
