// Slow: it starts processes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBucket } from '#lib/local/create-bucket.ts';
import { type QueueEngine, startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { UploadGone } from '#shared/aws/object-store.ts';
import { s3ObjectStore } from '#shared/aws/s3-object-store.ts';
import { signedUrl } from '#shared/aws/signed-url.ts';

describe('a signed address', () => {
  it("a signed address equals AWS's published example", () => {
    const signed = signedUrl({
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      region: 'us-east-1',
      credentials: {
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      },
      now: new Date('2013-05-24T00:00:00Z'),
      seconds: 86_400,
    });
    expect(signed).toBe(
      'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
        '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
        '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
        '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });
});

describe('object storage, on the local engine', () => {
  let folder: string;
  let engine: QueueEngine;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'adtrail-s3-'));
    engine = await startFauxqs(folder, 'us-east-1');
    await createBucket(engine.endpoint, 'exports');
    await createBucket(engine.endpoint, 'exports');
  });
  afterAll(async () => {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local', sessionToken: 'a/b+c=' });
  const store = (request?: typeof fetch) =>
    s3ObjectStore({
      bucket: 'exports',
      region: 'us-east-1',
      endpoint: engine.endpoint,
      credentials,
      ...(request && { request }),
    });

  it('object storage makes one file of parts, which a link reads exactly, under its name', async () => {
    const key = 'exports/1/export_a b.ndjson.gz';
    const parts = [Buffer.alloc(6 * 1_048_576, 'a'), Buffer.alloc(6 * 1_048_576, 'b'), Buffer.from('end')];
    const id = await store().startUpload(key);
    expect(await store().size(key)).toBeNull();
    const tags: string[] = [];
    for (const [i, part] of parts.entries()) {
      await store().uploadPart(key, id, i + 1, Buffer.from('an earlier try'));
      tags.push(await store().uploadPart(key, id, i + 1, part));
    }
    await store().completeUpload(key, id, tags);
    expect(await store().size(key)).toBe(Buffer.concat(parts).length);
    const answer = await fetch(store().link(key, { seconds: 60, fileName: 'events.ndjson.gz' }));
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.concat(parts))).toBe(true);
    await expect(store().completeUpload(key, id, tags)).rejects.toThrow(UploadGone);
    await expect(store().uploadPart(key, id, 1, Buffer.from('x'))).rejects.toThrow(UploadGone);
  });

  it('object storage accepts a file at an upload link that signs its size', async () => {
    const key = 'uploads/1/upload_1';
    const body = Buffer.from('Day,Campaign,Cost\n');
    const link = store().uploadLink(key, { seconds: 60, sizeBytes: body.length });
    expect(new URL(link).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
    const other = store().uploadLink(key, { seconds: 60, sizeBytes: body.length + 1 });
    const signatureOf = (url: string) => new URL(url).searchParams.get('X-Amz-Signature');
    expect(signatureOf(other)).not.toBe(signatureOf(link));
    expect((await fetch(link, { method: 'PUT', body })).status).toBe(200);
    expect((await fetch(other, { method: 'PUT', body })).status).toBe(403);
    expect(Buffer.from((await store().get(key)) ?? []).equals(body)).toBe(true);
  });

  it('object storage lists every file below a prefix in order, over many pages, and removes files', async () => {
    const keys = Array.from({ length: 1100 }, (_, i) => `many/${String(i).padStart(4, '0')} a&b`);
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => store().put(key, 'x'.repeat(3), { contentType: 'text/plain' })));
    await store().put('other', 'x', { contentType: 'text/plain' });
    expect(await store().list('many/')).toEqual(keys.map((key) => ({ key, sizeBytes: 3 })));
    expect(await store().list('none/')).toEqual([]);
    await store().remove(keys[5] ?? '');
    await store().remove(keys[5] ?? '');
    expect((await store().list('many/')).length).toBe(1099);
    expect(await store().get(keys[5] ?? '')).toBeNull();
  });

  it('object storage repeats a lost call, and reports a rejection at once', async () => {
    let calls = 0;
    const flaky = (async (...args: Parameters<typeof fetch>) => {
      calls++;
      if (calls === 1) throw new TypeError('fetch failed');
      if (calls === 2) return new Response('<Error><Code>SlowDown</Code></Error>', { status: 503 });
      return fetch(...args);
    }) as typeof fetch;
    expect(await store(flaky).startUpload('exports/1/b')).toMatch(/./);
    expect(calls).toBe(3);
    calls = 1;
    const throttled = (async (...args: Parameters<typeof fetch>) =>
      calls++ === 1 ? new Response('', { status: 429 }) : fetch(...args)) as typeof fetch;
    expect(await store(throttled).startUpload('exports/1/c'), 'a call after a 429').toMatch(/./);
    const denied = async () => {
      calls++;
      return new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 });
    };
    calls = 0;
    await expect(store(denied as typeof fetch).startUpload('x')).rejects.toMatchObject({
      part: 'objects',
      cause: { message: expect.stringContaining('403 AccessDenied') },
    });
    expect(calls).toBe(1);
    const late = async () => new Response('<Error><Code>InternalError</Code></Error>', { status: 200 });
    await expect(store(late as typeof fetch).completeUpload('x', 'u', [])).rejects.toMatchObject({
      part: 'objects',
      cause: { message: expect.stringContaining('InternalError') },
    });
  });
});
