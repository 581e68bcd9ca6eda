import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { sdkFiles } from '#lib/ops/aws/sdk-files.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { s3ObjectStore } from '#shared/aws/s3-object-store.ts';

// AWS's own S3 client is the reference for the service's client.

const region = 'us-east-1';
const secret = { accessKeyId: 'local', secretAccessKey: 'local' };
const key = "exports/1/a b&c='ü'(1)!*.gz";
const Bucket = 'files';

type Asked = {
  method: string;
  path: string;
  query: Record<string, string>;
  body: string;
  type?: string | undefined;
};
let asked: Asked[];
type Answer = { status: number; headers?: Record<string, string>; body: string };
let answers: Answer[];

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '', 'http://s3');
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
  // AWS's client adds `x-id` only for the logs of S3.
  const query = [...url.searchParams].filter(([name]) => !/^x-/i.test(name)).sort();
  const { 'content-type': type } = request.headers;
  asked.push({
    method: request.method ?? '',
    // Quotes and brackets may be unescaped in an address.
    path: decodeURIComponent(url.pathname).replace(/\/$/, ''),
    query: Object.fromEntries(query),
    body: xmlOf(body),
    ...(/text|xml/.test(type ?? '') && { type }),
  });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (!answer) throw new Error('No answer is left.');
  response.writeHead(answer.status, answer.headers).end(request.method === 'HEAD' ? undefined : answer.body);
});
const xmlOf = (body: string) =>
  body
    .replace(/<\?xml[^>]*\?>| xmlns="[^"]*"/g, '')
    .replaceAll('&quot;', '"')
    .replace(/(<ETag>.*?<\/ETag>)(<PartNumber>.*?<\/PartNumber>)/g, '$2$1');

let endpoint: string;
let store: ObjectStore;
let config: S3ClientConfig;
let client: S3Client;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  store = s3ObjectStore({ bucket: Bucket, region, endpoint, credentials: () => secret });
  config = {
    region,
    endpoint,
    credentials: secret,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  client = new S3Client(config);
});
afterAll(() => {
  client.destroy();
  server.close();
  server.closeAllConnections();
});

async function bothOf<T>(
  given: Answer[],
  ours: () => Promise<T>,
  theirs: () => Promise<T>,
): Promise<{ asked: Asked[][]; made: unknown[] }> {
  const rounds: Asked[][] = [];
  const made: unknown[] = [];
  for (const ask of [ours, theirs]) {
    asked = [];
    answers = [...given];
    made.push(await ask().catch((error: Error) => error.name));
    rounds.push(asked);
  }
  return { asked: rounds, made };
}
const ok = (body = '', headers: Record<string, string> = {}) => ({ status: 200, body, headers });
const xml = (name: string, fields: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${fields}</${name}>`;
const listed = (name: string, size: number) =>
  `<Contents><Key>${name}</Key><LastModified>2026-11-20T17:50:30.000Z</LastModified><ETag>"f0"</ETag><Size>${size}</Size></Contents>`;

const pages = [
  xml(
    'ListBucketResult',
    `<Name>files</Name><Prefix>m/</Prefix><NextContinuationToken>1ueGc/+=&amp;</NextContinuationToken>${listed('m/a&amp;b', 3)}${listed('m/&lt;c&gt;', 0)}`,
  ),
  xml('ListBucketResult', `<Name>files</Name><Prefix>m/</Prefix>${listed('m/z', 12)}`),
];

it.each<[string, Answer, () => Promise<unknown>, () => Promise<unknown>]>([
  [
    'begins a file in parts',
    ok(xml('InitiateMultipartUploadResult', '<Bucket>files</Bucket><Key>k</Key><UploadId>VXBsb2FkIElE_x.-</UploadId>')),
    () => store.startUpload(key),
    async () => (await client.send(new CreateMultipartUploadCommand({ Bucket, Key: key, ContentType: '' }))).UploadId,
  ],
  [
    'stores a part',
    ok('', { etag: '"b54357faf0632cce46e942fa68356b38"' }),
    () => store.uploadPart(key, 'id/1', 7, Buffer.from('bytes')),
    async () => (await client.send(new UploadPartCommand({ Bucket, Key: key, UploadId: 'id/1', PartNumber: 7, Body: 'bytes' }))).ETag,
  ],
  [
    'makes one file of parts',
    ok(xml('CompleteMultipartUploadResult', '<Bucket>files</Bucket><Key>k</Key><ETag>"3858f62230ac"</ETag>')),
    () => store.completeUpload(key, 'id', ['"a"', '"b"']),
    async () => {
      const Parts = ['"a"', '"b"'].map((ETag, i) => ({ PartNumber: i + 1, ETag }));
      await client.send(new CompleteMultipartUploadCommand({ Bucket, Key: key, UploadId: 'id', MultipartUpload: { Parts } }));
    },
  ],
  [
    'stores a file',
    ok('', { etag: '"a"' }),
    () => store.put(key, 'text', { contentType: 'text/plain' }),
    async () => void (await client.send(new PutObjectCommand({ Bucket, Key: key, Body: 'text', ContentType: 'text/plain' }))),
  ],
  [
    'reads a file',
    ok('bytes', { 'content-length': '5' }),
    async () => Buffer.from((await store.get(key)) ?? []).toString(),
    async () => (await client.send(new GetObjectCommand({ Bucket, Key: key }))).Body?.transformToString(),
  ],
  [
    'asks for the size of a file',
    ok('', { 'content-length': '17' }),
    () => store.size(key),
    async () => (await client.send(new HeadObjectCommand({ Bucket, Key: key }))).ContentLength,
  ],
  [
    'removes a file',
    { status: 204, body: '' },
    () => store.remove(key),
    async () => void (await client.send(new DeleteObjectCommand({ Bucket, Key: key }))),
  ],
])('%s as the SDK does', async (_, given, ours, theirs) => {
  const { asked: rounds, made } = await bothOf([given], ours, theirs);
  expect(rounds[0]).toHaveLength(1);
  expect(rounds[0]).toEqual(rounds[1]);
  expect(made[0]).toEqual(made[1]);
});

it('files are listed page by page as by the SDK, with their characters unchanged', async () => {
  const { asked: rounds, made } = await bothOf<unknown>(
    pages.map((page) => ok(page)),
    () => store.list('m/'),
    () => sdkFiles(Bucket, config).list('m/'),
  );
  expect(rounds[0]).toHaveLength(2);
  expect(rounds[0]).toEqual(rounds[1]);
  expect(made[0]).toEqual(made[1]);
  expect(made[0]).toEqual([
    { key: 'm/a&b', sizeBytes: 3 },
    { key: 'm/<c>', sizeBytes: 0 },
    { key: 'm/z', sizeBytes: 12 },
  ]);
});

it('a missing upload is reported as by the SDK', async () => {
  const gone = {
    status: 404,
    body: xml('Error', '<Code>NoSuchUpload</Code><Message>x</Message>').replace(/ xmlns="[^"]*"/, ''),
  };
  const { made } = await bothOf(
    [gone],
    () => store.uploadPart(key, 'id', 1, Buffer.from('x')),
    async () => (await client.send(new UploadPartCommand({ Bucket, Key: key, UploadId: 'id', PartNumber: 1, Body: 'x' }))).ETag ?? '',
  );
  expect(made).toEqual(['UploadGone', 'NoSuchUpload']);
});
