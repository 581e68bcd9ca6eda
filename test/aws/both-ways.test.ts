import { createBucket } from '#lib/local/create-bucket.ts';
import { type QueueEngine, startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { queueUrl, region } from '#lib/local/environment.ts';
import { sdkQueues, sdkStreams } from '#lib/ops/aws/sdk-calls.ts';
import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { type Files, sdkFiles } from '#lib/ops/aws/sdk-files.ts';
import type { AwsCall } from '#shared/aws/aws-call.ts';
import { deadLettersAt } from '#shared/aws/dead-letters.ts';
import { s3ObjectStore } from '#shared/aws/s3-object-store.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { recordsOf } from '#shared/aws/stream-records.ts';
import { fromWire, toWire } from '#shared/store/attribute-values.ts';
import { type Dynamo, DynamoRefusal } from '#shared/store/dynamo.ts';
import { engine, engineEndpoint } from '../kit/engine.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';

// Functions sign calls themselves, and operators' commands use AWS's clients behind the same ports.

const secret = { accessKeyId: 'local', secretAccessKey: 'local' };
const credentials = () => secret;
const sdk = { region, credentials: secret };

let queues: QueueEngine;
beforeAll(async () => {
  queues = await startFauxqs(temporaryFolder(), region);
});
afterAll(() => queues.stop());

describe('tables', () => {
  const ways: Record<string, Dynamo> = {
    signed: signedDynamo({ region, endpoint: engineEndpoint, credentials }),
    official: sdkDynamo({ ...sdk, endpoint: engineEndpoint }),
  };
  const key = { pk: { S: 'a' }, sk: { S: '1' } };
  const odd = {
    ...key,
    text: { S: '' },
    big: { N: '123456789012345678901234567890.12345678' },
    yes: { BOOL: false },
    small: { N: '-0.00000000000000000000000000001' },
    bytes: { B: 'AP8KDQ==' },
    none: { NULL: true },
    words: { SS: ['a', 'ä'] },
    numbers: { NS: ['1.5', '2'] },
    list: { L: [{ B: '/w==' }, { L: [] }] },
    map: { M: { 10: { N: '1' }, B: { B: 'AA==' } } },
  };
  const other = { pk: { S: 'a' }, sk: { S: '2' }, bytes: { B: '' }, n: { N: '7' } };
  const names = ['own-way', 'sdk-way'];
  beforeAll(async () => {
    for (const TableName of names)
      await engine('CreateTable', {
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
        ],
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      });
  });

  async function everyOperation(dynamo: Dynamo, TableName: string): Promise<unknown[]> {
    const page = { TableName, Limit: 1, ConsistentRead: true };
    const isNew = {
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    };
    const calls: Parameters<Dynamo>[] = [
      ['PutItem', { TableName, Item: odd }],
      ['GetItem', { TableName, Key: key, ConsistentRead: true }],
      ['GetItem', { TableName, Key: { ...key, sk: { S: 'none' } } }],
      ['PutItem', { TableName, Item: other, ...isNew }],
      ['PutItem', { TableName, Item: odd, ...isNew }],
      [
        'UpdateItem',
        {
          TableName,
          Key: key,
          ReturnValues: 'ALL_NEW',
          UpdateExpression: 'SET #b = :b',
          ExpressionAttributeNames: { '#b': 'B' },
          ExpressionAttributeValues: { ':b': { B: 'AQI=' } },
        },
      ],
      ['TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: odd, ...isNew } }] }],
      ['TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: { ...odd, sk: { S: '3' } } } }] }],
      ['BatchWriteItem', { RequestItems: { [TableName]: [{ PutRequest: { Item: { ...odd, sk: { S: '4' } } } }] } }],
      ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [key], ConsistentRead: true } } }],
      [
        'Query',
        {
          ...page,
          KeyConditionExpression: 'pk = :pk',
          ExclusiveStartKey: key,
          ExpressionAttributeValues: { ':pk': { S: 'a' } },
        },
      ],
      ['Scan', { ...page, Segment: 0, TotalSegments: 1 }],
      ['DeleteItem', { TableName, Key: key, ReturnValues: 'ALL_OLD' }],
      ['GetItem', { TableName: 'no-such-table', Key: key }],
      ['PutItem', { TableName, Item: { pk: { S: 'no sort key' } } }],
    ];
    const answers: unknown[] = [];
    for (const [operation, input] of calls)
      answers.push(
        await dynamo(operation, input).catch((error: unknown) => {
          if (!(error instanceof DynamoRefusal)) throw error;
          const { name, type, item, reasons } = error;
          return { name, type, item, reasons };
        }),
      );
    const text = JSON.stringify(answers.map((answer) => ({ ...(answer as object), $metadata: undefined })));
    return JSON.parse(text.replaceAll(TableName, 'the table'));
  }

  it('tables answer each operation and each refusal alike on both ways', async () => {
    const [signed, official] = await Promise.all([
      everyOperation(ways.signed as Dynamo, 'own-way'),
      everyOperation(ways.official as Dynamo, 'sdk-way'),
    ]);
    expect(official).toEqual(signed);
    expect(signed[1]).toEqual({ Item: odd });
    expect(signed[4]).toMatchObject({ type: 'ConditionalCheckFailedException', item: odd });
    expect(signed[6]).toMatchObject({
      reasons: [{ Code: 'ConditionalCheckFailed', Item: { bytes: odd.bytes } }],
    });
    expect(JSON.stringify(official[1])).toBe(JSON.stringify(signed[1]));
  });

  it("tables return an item's bytes to the service as bytes on both ways", async () => {
    const packed = new Uint8Array([0, 255, 10]);
    for (const [name, dynamo] of Object.entries(ways)) {
      const Item = toWire({ pk: name, sk: 'packed', packed });
      await dynamo('PutItem', { TableName: 'own-way', Item });
      for (const reader of Object.values(ways)) {
        const Key = toWire({ pk: name, sk: 'packed' });
        const answer = await reader('GetItem', { TableName: 'own-way', Key });
        expect(answer.Item).toEqual(Item);
        expect(fromWire(answer.Item ?? {}).packed).toEqual(packed);
      }
    }
  });

  it('tables keep a field named __proto__ of a map on both ways', async () => {
    const map = JSON.parse('{"M":{"__proto__":{"S":"p"},"x":{"S":"1"}}}');
    for (const [name, dynamo] of Object.entries(ways)) {
      const Key = { pk: { S: 'proto' }, sk: { S: name } };
      await dynamo('PutItem', { TableName: 'sdk-way', Item: { ...Key, map } });
      for (const reader of Object.values(ways)) {
        const { Item } = await reader('GetItem', { TableName: 'sdk-way', Key });
        expect(JSON.stringify(Item?.map)).toBe(JSON.stringify(map));
      }
    }
  });

  it("tables' streams give the same records on both ways", async () => {
    await ways.signed?.('PutItem', { TableName: 'own-way', Item: { ...odd, pk: { S: 'streamed' } } });
    const { Table } = (await engine('DescribeTable', { TableName: 'own-way' })) as {
      Table: { LatestStreamArn: string };
    };
    const streamArn = Table.LatestStreamArn;
    const { StreamDescription } = (await engine('DescribeStream', { StreamArn: streamArn })) as {
      StreamDescription: { Shards: { ShardId: string }[] };
    };
    const ShardId = StreamDescription.Shards[0]?.ShardId ?? '';
    const from = { StreamArn: streamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    const { Records } = (await engine('GetRecords', await engine('GetShardIterator', from))) as {
      Records: { dynamodb: { SequenceNumber: string } }[];
    };
    const numbers = Records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    const [startSequenceNumber = '', endSequenceNumber = ''] = [numbers[0], numbers.at(-1)];
    const batch = { streamArn, shardId: ShardId, startSequenceNumber, endSequenceNumber };
    const settings = { service: 'dynamodb', jsonVersion: '1.0', region, credentials } as const;
    const read = async (call: AwsCall) => JSON.parse(JSON.stringify(await recordsOf({ DDBStreamBatchInfo: batch }, call)));
    const signed = await read(signedAws({ ...settings, endpoint: engineEndpoint }));
    expect(signed.length).toBeGreaterThan(4);
    expect(signed.at(-1).dynamodb.NewImage).toMatchObject({ pk: { S: 'streamed' }, bytes: odd.bytes });
    expect(await read(sdkStreams({ ...sdk, endpoint: engineEndpoint }))).toEqual(signed);
  });
});

describe('queues', () => {
  const settings = { service: 'sqs', jsonVersion: '1.0', region, credentials } as const;
  const ways: Record<string, () => AwsCall> = {
    signed: () => signedAws({ ...settings, endpoint: queues.endpoint }),
    official: () => sdkQueues({ ...sdk, endpoint: queues.endpoint }),
  };

  it.each(Object.keys(ways))('queues send, count, show, return and delete messages: the %s way', async (name) => {
    const call = (ways[name] as () => AwsCall)();
    const setUp = ways.signed?.() as AwsCall;
    for (const queue of ['export', 'export-dead', 'accounts-outbox-failed'])
      await setUp('AmazonSQS.CreateQueue', { QueueName: `${name}-${queue}` });
    const prefix = queueUrl(queues.endpoint, `${name}-`);
    const { QueueUrl } = (await call('AmazonSQS.GetQueueUrl', { QueueName: `${name}-export` })) as {
      QueueUrl: string;
    };
    expect(QueueUrl.endsWith(`${name}-export`)).toBe(true);
    const deadLetters = deadLettersAt(call, prefix);
    const send = (queue: string, MessageBody: string) => call('AmazonSQS.SendMessage', { QueueUrl: prefix + queue, MessageBody });
    for (const body of ['one', '{"two":"é"}', 'three']) await send('export-dead', body);
    expect(await deadLetters.counts('export')).toEqual({ waiting: 0, inFlight: 0, delayed: 0, dead: 3 });
    const letters = await deadLetters.peek('export', 10);
    expect(letters.map(({ body }) => body).sort()).toEqual(['one', 'three', '{"two":"é"}']);
    expect(Math.abs(Date.parse(letters[0]?.sentAt ?? '') - Date.now())).toBeLessThan(600_000);
    expect(letters[0]?.receives).toBe(1);
    expect(await deadLetters.sendBack('export', { most: 2 })).toEqual({ count: 2, isEmpty: false });
    expect(await deadLetters.remove('export', {})).toEqual({ count: 1, isEmpty: true });
    expect(await deadLetters.counts('export')).toMatchObject({ waiting: 2, dead: 0 });
    await send('accounts-outbox-failed', 'batch');
    const bodies: string[] = [];
    const keep = async (body: string) => bodies.push(body) > 0;
    expect(await deadLetters.each('accounts-outbox-failed', keep, {})).toEqual({ count: 1, isEmpty: true });
    expect(bodies).toEqual(['batch']);
    await expect(call('AmazonSQS.SendMessage', { QueueUrl: `${prefix}none`, MessageBody: 'x' })).rejects.toMatchObject({
      name: 'AwsRefusal',
      status: 400,
      type: expect.stringMatching(/QueueDoesNotExist$/),
    });
  });
});

describe('files', () => {
  const key = "exports/1/a b&c='ü'(1)!*.gz";
  const bytes = new Uint8Array([137, 80, 78, 71, 0, 255]);

  it('files are written, read and listed alike on both ways', async () => {
    await createBucket(queues.endpoint, 'files');
    const settings = { region, endpoint: queues.endpoint };
    const signed = s3ObjectStore({ ...settings, bucket: 'files', credentials });
    const official = sdkFiles('files', { ...settings, credentials: secret, forcePathStyle: true });
    const ways: Pick<Files, 'get' | 'list' | 'put'>[] = [signed, official];
    for (const [at, way] of ways.entries()) {
      const own = `${key}${at}`;
      await way.put(own, bytes, { contentType: 'image/png' });
      for (const reader of ways) expect(await reader.get(own)).toEqual(bytes);
      expect(await way.get('none')).toBeNull();
      const link = await fetch(signed.link(own, { seconds: 60 }));
      expect(link.headers.get('content-type')).toBe('image/png');
      const { body, contentType } = await official.open(own);
      expect(Buffer.concat(await Array.fromAsync(body))).toEqual(Buffer.from(bytes));
      expect(contentType).toBe('image/png');
    }
    const files = await official.list('');
    expect(files).toEqual(await signed.list(''));
    expect(files).toHaveLength(2);
    expect(await official.list('none/')).toEqual([]);
    await expect(official.open('none')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('files of 12 MiB are written in parts by the official client, with their type', async () => {
    await createBucket(queues.endpoint, 'large');
    const official = sdkFiles('large', {
      endpoint: queues.endpoint,
      region,
      credentials: secret,
      forcePathStyle: true,
    });
    const large = Buffer.alloc(12 * 1_048_576, 'a');
    await official.put('large', large, { contentType: 'image/png' });
    expect(await official.list('')).toEqual([{ key: 'large', sizeBytes: large.length }]);
    const { body, contentType } = await official.open('large');
    expect(Buffer.concat(await Array.fromAsync(body)).equals(large)).toBe(true);
    expect(contentType).toBe('image/png');
  });
});
