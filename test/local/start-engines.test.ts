import { offersOf } from '#lib/local/machine-only.ts';
import { anyPort } from '#lib/local/open-port.ts';
import { hasSubscriber, startEngines } from '#lib/local/start-engines.ts';
import { type StreamConsumer, type TableName, tables } from '#shared/store/tables.ts';
import { temporaryFolder } from './temporary-folder.ts';

it.each([
  [false, 200, true],
  [true, 403, false],
])('engines of a host that others reach (%s) answer the inbox with %i, and have a provider: %s', async (isExposed, inbox, hasProvider) => {
  const started: { stop(): Promise<void> }[] = [];
  const { mail, dynamodb, queues, identity } = await startEngines(
    temporaryFolder(),
    undefined,
    { offers: offersOf({ isExposed }), engineKey: 'key', inboxPort: anyPort },
    (engine) => void started.push(engine),
  );
  try {
    expect((await fetch(mail.endpoint)).status).toBe(inbox);
    expect((await fetch(`${mail.endpoint}/health-check`)).status).toBe(200);
    const unsigned = {
      method: 'POST',
      body: '{}',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' },
    };
    expect((await fetch(dynamodb.endpoint, unsigned)).ok).toBe(!isExposed);
    expect(!!identity).toBe(hasProvider);
    expect(started).toHaveLength(hasProvider ? 4 : 3);
    expect((await fetch(`${queues.endpoint}/`, { method: 'POST' })).status === 403).toBe(isExposed);
    for (const [method, path] of [
      ['POST', '/files/a?uploads'],
      ['PUT', '/files/a'],
      ['GET', '/files/a'],
    ] as const)
      expect((await fetch(queues.endpoint + path, { method })).status).toBe(403);
  } finally {
    for (const engine of started) await engine.stop();
  }
});

const streamed = Object.entries(tables).flatMap(([name, { stream }]) =>
  (stream as readonly StreamConsumer[]).map((consumer) => ({ table: name as TableName, ...consumer.filter })),
);
const isHeard = (table: string, before: object | undefined, after: object | undefined) =>
  hasSubscriber?.({ name: table } as never, before as never, after as never);

it.each(streamed)('a change of $table with $name is heard before and after it', ({ table, name, values }) => {
  for (const value of values ?? ['anything']) {
    const item = { [name]: { S: value } };
    expect([isHeard(table, undefined, item), isHeard(table, item, undefined)]).toEqual([true, true]);
  }
  expect(isHeard(table, {}, { [name]: { N: '1' } })).toBe(false);
  expect(isHeard(table, {}, { other: { S: 'conversion' } })).toBe(false);
  if (!values) return;
  const others = streamed.filter((one) => one.table === table && one.name === name && !one.values);
  expect(isHeard(table, {}, { [name]: { S: 'nobody-hears-this' } })).toBe(others.length > 0);
});

it('every change of an unknown table is heard, and engines that do not answer are named', async () => {
  expect(isHeard('unknown', {}, {})).toBe(true);
  const started: { stop(): Promise<void> }[] = [];
  const settings = { offers: offersOf({ isExposed: true }), engineKey: 'key', inboxPort: anyPort };
  const starting = startEngines(temporaryFolder(), 'http://127.0.0.1:9', settings, (one) => void started.push(one));
  await expect(starting).rejects.toThrow('Nothing answers at DYNAMODB_ENDPOINT (http://127.0.0.1:9).');
  for (const engine of started) await engine.stop();
});
