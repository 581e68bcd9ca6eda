import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedEngine } from '#lib/local/engines/start-embedded.ts';
import { isLong, withLongRequests } from '#lib/local/long-requests.ts';
import { longWork } from '#lib/local/start-long-work.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';

const answering = `
const starts = workerData.part;
port.on('message', ({ call, answers }) => {
  if (answers) return port.postMessage({ answered: { id: answers[0].id, result: answers[0].output } });
  const { id, name, event } = call;
  if (name === 'die') throw new Error('out of memory');
  if (name === 'fail') return port.postMessage({ answered: { id, error: 'refused' } });
  if (name === 'read') return port.postMessage({ calls: [{ id, operation: 'GetItem', input: event }] });
  if (name === 'answer') port.postMessage({ answered: { id, result: { starts, event, threadId } } });
});`;

function started(idle?: number) {
  const logged: string[] = [];
  const embedded = {
    forReaders: { file: 'engine.sqlite', buffer: new SharedArrayBuffer(8) },
    call: async (operation: string, input: object) => ({ of: operation, input }),
  } as unknown as EmbeddedEngine;
  const text = `import { parentPort as port, threadId, workerData } from 'node:worker_threads';\n${answering}`;
  const long = longWork({ compileCache: undefined }, embedded, {
    log: (line, cause) => void logged.push(`${line} ${(cause as Error).message}`),
    entry: new URL(`data:text/javascript,${encodeURIComponent(text)}`),
    ...(idle !== undefined && { idle }),
  });
  return { long, logged };
}

describe('the thread of long work', () => {
  it('answers calls, and its reads and writes reach the engine', async () => {
    const { long } = started();
    const event = { body: 'rows' };
    expect(await long.call('answer', event)).toMatchObject({ starts: 'long work', event });
    expect(await long.call('read', event)).toEqual({ of: 'GetItem', input: event });
    await expect(long.call('fail', event)).rejects.toThrow('refused');
    await long.stop();
    await expect(long.call('answer', event)).rejects.toThrow('The host stops.');
  });

  it('fails its calls when it dies, and the next call starts another thread', async () => {
    const { long, logged } = started();
    const waiting = long.call('wait', {});
    await Promise.all([expect(long.call('die', {})).rejects.toThrow('out of memory'), expect(waiting).rejects.toThrow('out of memory')]);
    expect(logged).toEqual(['The thread of long work failed. out of memory']);
    expect(await long.call('answer', {})).toMatchObject({ starts: 'long work' });
    await long.stop();
  });

  it('ends when it was idle, but never during a call', async () => {
    const { long } = started(100);
    const threadOf = async () => ((await long.call('answer', {})) as { threadId: number }).threadId;
    const waiting = long.call('wait', {});
    const first = await threadOf();
    await delay(300);
    expect(await threadOf()).toBe(first);
    await Promise.all([expect(waiting).rejects.toThrow(), long.call('die', {}).catch(() => {})]);
    const next = long.call('wait', {});
    const second = await threadOf();
    await delay(300);
    expect(await threadOf()).toBe(second);
    await Promise.all([expect(next).rejects.toThrow('out of memory'), long.call('die', {}).catch(() => {})]);
    const third = await threadOf();
    await delay(300);
    expect(await threadOf()).toBeGreaterThan(third);
    await long.stop();
  });
});

describe('long requests', () => {
  it.each([
    ['a body of many rows', true, { body: 'x'.repeat(50_001), headers: {} }],
    ['a compressed body', true, { body: 'x', headers: { 'Content-Encoding': 'gzip' } }],
    ['a body that names an upload', true, { body: '{"upload_id":"upload_1","dry_run":true}', headers: {} }],
    ['a workbook, which inflates', true, { body: 'UEsDBBQAAAAIAA==', headers: {} }],
    ['a short body', false, { body: '{"rows":[]}', headers: {} }],
    ['no body', false, { body: null, headers: { 'content-encoding': 'gzip' } }],
  ])('%s: %s', (_, expected, event) => {
    expect(isLong(event)).toBe(expected);
  });

  it('another thread answers long requests of lists and files alone', async () => {
    const endpoint = (path: string, more: object) => ({ method: 'POST', path, auth: 'view', ...more }) as AnyEndpoint;
    const handler = withLongRequests(
      'attribution',
      [
        endpoint('/files', { files: ['text/csv'] }),
        endpoint('/events', { maxBodyBytes: () => 1 }),
        endpoint('/pixel', { auth: 'pixelKey', maxBodyBytes: 262_144 }),
      ],
      async () => ({ statusCode: 200, body: 'here' }),
      { call: async (name) => ({ statusCode: 200, body: name }), stop: async () => {} },
    );
    const bodyOf = async (resource: string, body: string) =>
      (await handler({ httpMethod: 'POST', resource, body, headers: {} } as never, {} as never)).body;
    const long = 'x'.repeat(60_000);
    expect(await bodyOf('/files', long)).toBe('attribution');
    expect(await bodyOf('/files', 'x')).toBe('here');
    expect(await bodyOf('/events', long)).toBe('here');
    expect(await bodyOf('/pixel', long)).toBe('here');
  });
});
