import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { resolveByDns } from '#shared/web/public-addresses.ts';

type Record = { code?: number; addresses?: readonly (readonly number[])[] };
let server: Socket;
let answers: (name: string, type: 'A' | 'AAAA') => Record | null;

beforeAll(async () => {
  server = createSocket('udp4', (query, from) => {
    let at = 12;
    const labels: string[] = [];
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString());
      at += 1 + length;
    }
    const question = query.subarray(12, at + 5);
    const answer = answers(labels.join('.'), query.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A');
    if (!answer) return;
    const { code = 0, addresses = [] } = answer;
    const head = Buffer.from([0x81, 0x80 | code, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
    const records = addresses.map((bytes) =>
      Buffer.concat([Buffer.from([0xc0, 12]), question.subarray(-4), Buffer.from([0, 0, 0, 9, 0, bytes.length, ...bytes])]),
    );
    server.send(Buffer.concat([query.subarray(0, 2), head, question, ...records]), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const resolve = (signal = AbortSignal.timeout(20_000)) => resolveByDns('shop.example.com', signal, [`127.0.0.1:${server.address().port}`]);
const six = [0x26, 0x06, 0x28, 0, 2, 0x20, 0, 1, 2, 0x48, 0x18, 0x93, 0x25, 0xc8, 0x19, 0x46];

describe('looking up a name', () => {
  it('looking up a name answers every address of both kinds, private ones too', async () => {
    answers = (name, type) => {
      expect(name).toBe('shop.example.com');
      return {
        addresses:
          type === 'A'
            ? [
                [93, 184, 215, 14],
                [10, 0, 0, 1],
              ]
            : [six],
      };
    };
    expect(await resolve()).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
      { address: '2606:2800:220:1:248:1893:25c8:1946', family: 6 },
    ]);
  });

  it('looking up a name makes do with one kind when the other fails', async () => {
    answers = (_, type) => (type === 'A' ? { addresses: [[93, 184, 215, 14]] } : { code: 2 });
    expect(await resolve()).toEqual([{ address: '93.184.215.14', family: 4 }]);
  });

  it.each([
    ['says that there is no such name', { code: 3 }, 'no_such_host'],
    ['says that the name has no address', {}, 'no_such_host'],
    ['fails', { code: 2 }, 'no_answer'],
    ['refuses', { code: 5 }, 'no_answer'],
  ])('looking up a name tells when the name server %s', async (_, answer, reason) => {
    answers = () => answer;
    await expect(resolve()).rejects.toMatchObject({ name: 'SiteUnreachable', reason });
  });

  it('looking up a name that one kind of address does not have is uncertain while the other kind fails', async () => {
    for (const failing of ['A', 'AAAA']) {
      answers = (_, type) => ({ code: type === failing ? 2 : 3 });
      await expect(resolve()).rejects.toMatchObject({ name: 'SiteUnreachable', reason: 'no_answer' });
    }
  });

  it('looking up a name stops with its signal when nobody answers', async () => {
    answers = () => null;
    await expect(resolve(AbortSignal.timeout(100))).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(resolve(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
