import { setTimeout as delay } from 'node:timers/promises';
import type { Route } from '#lib/local/gateway.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { keyOf } from '#shared/conversions/items.ts';
import { newId } from '#shared/values/ids.ts';
import type { WireItem } from '../raw-engine.ts';

const settings = () => ({
  region: process.env.AWS_REGION ?? '',
  endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB,
  credentials: () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
});

function readAndWrite(storedEvent: WireItem) {
  const dynamo = signedDynamo(settings());
  const TableName = process.env.TABLE_ATTRIBUTION;
  return async (clickId: string, eventId: string): Promise<void> => {
    const { pk, sk } = keyOf.click(clickId);
    const { Item: click } = await dynamo('GetItem', { TableName, Key: { pk: { S: pk }, sk: { S: sk } } });
    if (!click) throw new Error('The click is not there.');
    const key = keyOf.conversion(1, 'live', eventId);
    await dynamo('PutItem', {
      TableName,
      Item: { ...storedEvent, pk: { S: key.pk }, sk: { S: key.sk }, eventId: { S: eventId } },
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  };
}

export function rawHandler(storedEvent: WireItem): Route['handler'] {
  const run = readAndWrite(storedEvent);
  return async ({ body }) => {
    const { event_id, svc_click_id } = JSON.parse(body ?? '');
    await run(svc_click_id, event_id);
    const answer = { accepted: true, matched: true, duplicate: false, event_id };
    return {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(answer),
    };
  };
}

export function rawLoop(storedEvent: WireItem): Route['handler'] {
  const run = readAndWrite(storedEvent);
  return async ({ body }) => {
    const { clickId, inFlight, seconds } = JSON.parse(body ?? '');
    const latencies: number[] = [];
    const end = performance.now() + seconds * 1000;
    const lane = async () => {
      for (let before = performance.now(); before < end; ) {
        await run(clickId, newId('loop'));
        const after = performance.now();
        latencies.push(after - before);
        before = after;
      }
    };
    await Promise.all([...Array.from({ length: inFlight }, lane), delay(seconds * 1000)]);
    return { statusCode: 200, body: JSON.stringify(latencies) };
  };
}
