import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import type { Answer, Call } from '#packages/cli/src/api.ts';
import type { Context } from '#packages/cli/src/command.ts';
import { forward } from '#packages/cli/src/commands/forward.ts';
import { Failure } from '#packages/cli/src/failure.ts';

const endpoints = '/api/v1/webhook-endpoints';
type State = { status: string; attempts: number; delivered_at: string | null };
type Page = { deliveries: object[]; next_cursor?: string | null };
type Pages = Record<string, (poll: number, cursor: string | undefined) => Page>;

async function listenerOf(answers: number[] = []) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, answer) => {
    const body = (await request.toArray()).join('');
    received.push({ headers: request.headers, body });
    answer.writeHead(answers.shift() ?? 200).end('Thanks');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { received, server, port: (server.address() as AddressInfo).port };
}

function contextOf({
  list = [],
  pages = {},
  fails = {},
  baseUrl = 'https://api.example',
  set = [],
}: {
  list?: object[];
  pages?: Pages;
  fails?: Record<string, Error>;
  baseUrl?: string;
  set?: string[];
}) {
  const asked: [request: string, call: Call][] = [];
  const printed: Record<string, unknown>[] = [];
  const lines: string[] = [];
  const notes: string[] = [];
  const atEnd: (() => Promise<void>)[] = [];
  let polls = -1;
  const context = {
    json: true,
    config: { baseUrl },
    isSet: (name: string) => set.includes(name),
    print(value: Record<string, unknown>, text: string) {
      printed.push(value);
      lines.push(text);
    },
    note: (text: string) => void notes.push(text),
    atEnd: (cleanUp: () => Promise<void>) => void atEnd.push(cleanUp),
    async api(method: string, path: string, call: Call = {}): Promise<Answer> {
      const request = `${method} ${path.replace(endpoints, '')}`;
      if (method !== 'GET') asked.push([request, call]);
      if (fails[method]) throw fails[method];
      const [, id = '', rest] = path.replace(endpoints, '').split('/');
      if (method === 'GET' && !id) polls += 1;
      const body = rest ? (pages[id]?.(polls, call.query?.cursor) ?? {}) : method === 'GET' ? { endpoints: list } : { id: 'whe_own' };
      return { status: 200, at: 0, text: '', body };
    },
  } as unknown as Context;
  return { context, asked, printed, lines, notes, atEnd };
}
const live = (id: string, more: object = {}) => ({
  id,
  environment: 'live',
  status: 'enabled',
  description: 'Mine',
  ...more,
});
const delivery = (id: string, state: Partial<State> = {}, event_id = `evt_${id}`) => ({
  id,
  event_id,
  event_type: 'conversion.attributed',
  payload: `{"id":"${id}"}`,
  status: 'pending',
  attempts: 0,
  delivered_at: null,
  ...state,
});
const idsOf = (printed: Record<string, unknown>[]) => printed.flatMap(({ event_id }) => event_id ?? []);

const [early, late] = ['2026-11-21T10:00:00.000Z', '2026-11-21T11:00:00.000Z'];
const changes: [what: string, before: State, after: State, isReplay: boolean][] = [
  ['is tried', ...states(['pending', 0, null], ['pending', 1, null]), false],
  ['arrives', ...states(['pending', 1, null], ['delivered', 2, early]), false],
  ['stays delivered', ...states(['delivered', 2, early], ['delivered', 2, early]), false],
  ['fails', ...states(['held', 1, null], ['failed', 1, null]), false],
  ['stays failed', ...states(['failed', 1, null], ['failed', 2, null]), false],
  ['arrives again', ...states(['delivered', 1, early], ['delivered', 1, late]), true],
  ['waits after it was delivered', ...states(['delivered', 1, early], ['pending', 1, early]), true],
  ['waits after it was held', ...states(['held', 1, null], ['pending', 1, null]), true],
  ['waits after it failed', ...states(['failed', 1, null], ['pending', 1, null]), true],
  ['has fewer attempts', ...states(['pending', 2, null], ['pending', 1, null]), true],
];
type Row = [status: string, attempts: number, delivered_at: string | null];
function states(...rows: [Row, Row]): [State, State] {
  return rows.map(([status, attempts, delivered_at]) => ({ status, attempts, delivered_at })) as never;
}

it('a delivery is forwarded again only if it was replayed, and one from before the start is not', async () => {
  const { port, received } = await listenerOf([200, 500]);
  const at = (poll: number) => changes.map(([, before, after], i) => delivery(`a${i}`, poll > 1 ? after : before));
  const fresh = [delivery('c1'), delivery('b1')];
  const scene = contextOf({
    list: [live('whe_1'), live('whe_test', { environment: 'test' }), live('whe_gone'), live('whe_2')],
    pages: {
      whe_1: (poll) => ({ deliveries: [...at(poll), ...(poll > 1 ? fresh : [])], next_cursor: null }),
      whe_2: (poll) => ({ deliveries: poll > 1 ? [delivery('b2', {}, 'evt_b1'), delivery('d1')] : [] }),
      whe_test: (poll) => ({ deliveries: poll > 1 ? [delivery('a-test')] : [] }),
    },
  });
  const replayed = changes.flatMap(([, , , isReplay], i) => (isReplay ? [`evt_a${i}`] : []));
  const expected = [...replayed, 'evt_b1', 'evt_c1', 'evt_d1'];
  await forward(`localhost:${port}/hook`, scene.context, expected.length);

  const [start, ...sent] = scene.printed;
  expect(start).toMatchObject({
    forwarding_to: `http://localhost:${port}/hook`,
    environment: 'live',
    endpoint: 'whe_own',
  });
  expect(sent.map(({ event_id, is_replay, status }) => [event_id, is_replay, status])).toEqual(
    expected.map((id, i) => [id, replayed.includes(id), i === 1 ? 500 : 200]),
  );
  expect(scene.lines.slice(1).map((line) => line.split('  ').slice(1, 4))).toEqual(
    expected.map((id, i) => ['conversion.attributed', id, i === 1 ? '500' : '200']),
  );
  expect(scene.lines.filter((line) => line.endsWith('replayed'))).toHaveLength(replayed.length);
  const key = Buffer.from(String(start?.secret).slice('whsec_'.length), 'base64');
  for (const { headers, body } of received) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(headers['content-type']).toBe('application/json');
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(120);
    expect(`evt_${JSON.parse(body).id}`).toBe(String(headers['webhook-id']));
  }
  expect(scene.notes).toHaveLength(1);
  for (const cleanUp of scene.atEnd) await cleanUp();
  expect(scene.asked.filter(([request]) => request === 'DELETE /whe_own')).toHaveLength(1);
});

it('pages of deliveries are read until one has nothing new', async () => {
  const { port } = await listenerOf();
  const cursors: unknown[] = [];
  const scene = contextOf({
    list: [live('whe_1', { environment: 'test' })],
    set: ['test'],
    pages: {
      whe_1(poll, cursor) {
        if (poll > 1) cursors.push(cursor);
        const old = delivery('a', { status: 'delivered', delivered_at: early });
        if (poll <= 1) return { deliveries: [old], next_cursor: null };
        return cursor === 'two'
          ? { deliveries: [old], next_cursor: 'three' }
          : { deliveries: [delivery('z'), delivery('y')], next_cursor: 'two' };
      },
    },
  });
  await forward(`http://127.0.0.1:${port}`, scene.context, 2);
  expect(idsOf(scene.printed)).toEqual(['evt_y', 'evt_z']);
  expect(cursors).toEqual([undefined, 'two']);
  expect(scene.printed[0]).toMatchObject({ environment: 'test' });
});

it('a program that starts late is waited for, with one note', async () => {
  const { port, server, received } = await listenerOf();
  await new Promise((resolve) => server.close(resolve));
  const pages: Pages = { whe_1: (poll) => ({ deliveries: poll > 1 ? [delivery('a')] : [] }) };
  const scene = contextOf({ list: [live('whe_1')], pages });
  const done = forward(`127.0.0.1:${port}`, scene.context, 1);
  await expect.poll(() => scene.notes.length).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 600));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  await done;
  expect(received).toHaveLength(1);
  expect(scene.notes.filter((note) => note.includes('does not answer'))).toHaveLength(1);
});

describe('the endpoint that collects', () => {
  const ends = new Error('The test ends here.');
  const notFound = new Failure('No answer.');

  async function started(given: Parameters<typeof contextOf>[0]) {
    const scene = contextOf({
      list: [live('whe_1')],
      ...given,
      pages: {
        whe_1() {
          throw ends;
        },
      },
    });
    const error = await forward('localhost:9/hook', scene.context, 1).catch((reason) => reason);
    return { ...scene, error };
  }

  it.each([
    ['https://api.example', 'https://api.example/listen'],
    ['http://localhost:3007', 'http://localhost:9/hook'],
  ])('the endpoint at %s is made for %s, disabled and deleted', async (baseUrl, url) => {
    const { asked, error } = await started({ baseUrl });
    expect(error).toBe(ends);
    const description = `adtrail listen ${hostname().slice(0, 100)} ${process.pid}`;
    expect(asked.map(([request, { body }]) => [request, body])).toEqual([
      ['POST ', { url, environment: 'live', description }],
      ['PATCH /whe_own', { status: 'disabled' }],
      ['DELETE /whe_own', undefined],
    ]);
    expect(asked[0]?.[1].headers).toEqual({ 'idempotency-key': expect.stringMatching(/^[\w-]{36}$/) });
  });

  it('an endpoint that cannot be disabled is deleted', async () => {
    const { asked, error, printed } = await started({ fails: { PATCH: notFound } });
    expect(error).toBe(notFound);
    expect(asked.at(-1)?.[0]).toBe('DELETE /whe_own');
    expect(printed).toEqual([]);
  });

  it('an endpoint that cannot be deleted is named, and another error is thrown', async () => {
    const kept = await started({ fails: { DELETE: notFound } });
    expect(kept.error).toBe(ends);
    expect(kept.notes.at(-1)).toMatch('The disabled endpoint whe_own stays.');
    const broken = new TypeError('A fault.');
    expect((await started({ fails: { DELETE: broken } })).error).toBe(broken);
  });

  it('the start deletes endpoints of ended processes of this machine only', async () => {
    const ended = 2 ** 22 + 1;
    const of = (pid: number, host = hostname()) => `adtrail listen ${host.slice(0, 100)} ${pid}`;
    const left = (id: string, description: string, status = 'disabled') => live(id, { description, status });
    const { asked } = await started({
      list: [
        left('whe_ended', of(ended)),
        left('whe_enabled', of(ended), 'enabled'),
        left('whe_running', of(process.pid)),
        left('whe_foreign', of(ended, 'another-machine')),
        live('whe_1'),
      ],
    });
    const deleted = asked.filter(([request]) => request.startsWith('DELETE'));
    expect(deleted.map(([request]) => request)).toEqual(['DELETE /whe_ended', 'DELETE /whe_own']);
    for (const [, { also }] of deleted) expect(also).toEqual([404]);
  });

  it.each(['https://shop.example', 'http://user@localhost:3000', 'http://:secret@localhost:3000', 'localhost:99999', 'ftp://localhost/'])(
    'listen --forward-to %s is refused before anything is asked',
    async (target) => {
      const { context, asked } = contextOf({});
      await expect(forward(target, context, 1)).rejects.toMatchObject({ code: 'usage' });
      expect(asked).toEqual([]);
    },
  );
});
