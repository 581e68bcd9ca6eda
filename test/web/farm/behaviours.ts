import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';

type Behaviour = (socket: Socket, asked: { path: string; head: string }) => void;

const answer = (head: readonly string[], body: string | Uint8Array = '') =>
  Buffer.concat([Buffer.from(`HTTP/1.1 ${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);

const sends =
  (head: readonly string[], body: string | Uint8Array = ''): Behaviour =>
  (socket) =>
    void socket.end(answer([...head, `content-length: ${Buffer.byteLength(body)}`, 'connection: close'], body));

const leadsTo = (location: string, status = '302 Found') => sends([status, `location: ${location}`], 'moved');

const floods =
  (head: readonly string[], part: Uint8Array): Behaviour =>
  (socket) => {
    socket.write(answer(head));
    const pump = () => {
      while (socket.writable && socket.write(part));
      socket.once('drain', pump);
    };
    pump();
  };

const drips =
  (head: string, part: string): Behaviour =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(part), 20);
    socket.on('close', () => clearInterval(timer));
  };

const zeros = Buffer.alloc(50_000_000);
const bombs = {
  gzip: gzipSync(zeros, { level: 9 }),
  deflate: deflateSync(zeros, { level: 9 }),
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};
const page = '<!doctype html><title>Hello</title>';
const html = 'content-type: Text/HTML; Charset="UTF-8"';
const metadata = 'http://169.254.169.254/latest/meta-data/iam/security-credentials/';

export const behaviours: Readonly<Record<string, Behaviour>> = {
  good: sends(['200 OK', html], page),
  picture: sends(['200 OK', 'content-type: image/png'], Buffer.alloc(9_900_000, 1)),
  gone: sends(['410 Gone', html], page),
  gzipped: sends(['200 OK', 'content-encoding: gzip'], gzipSync(page)),
  brotli: sends(['200 OK', 'content-encoding: br'], brotliCompressSync(page)),
  deflated: sends(['200 OK', 'content-encoding: Deflate'], deflateSync(page)),
  chunked: (socket) => void socket.end(answer(['200 OK', 'transfer-encoding: chunked'], '2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n')),
  echo: (socket, { head }) => sends(['200 OK', 'content-type: text/plain'], head)(socket, { path: '', head }),
  cookies: sends(['302 Found', 'set-cookie: id=1; Domain=example.com; Path=/', 'location: http://echo.example.com/'], ''),

  metadata: leadsTo(metadata),
  loopback: leadsTo('http://127.0.0.1/'),
  'loopback-six': leadsTo('http://[::1]/'),
  mapped: leadsTo('http://[::ffff:10.0.0.1]/'),
  decimal: leadsTo('//2130706433/', '301 Moved'),
  internal: leadsTo('http://inner.example.com/', '307 Temporary Redirect'),
  local: leadsTo('http://printer.local/', '308 Permanent Redirect'),
  file: leadsTo('file:///etc/passwd', '303 See Other'),
  gopher: leadsTo('gopher://good.example.com/'),
  port: leadsTo('http://good.example.com:6379/'),
  user: leadsTo('http://me:secret@good.example.com/'),
  'no-address': leadsTo('http://'),
  loop: (socket, asked) => leadsTo(asked.path === '/a' ? '/b' : '/a')(socket, asked),
  chain: (socket, asked) => {
    const left = Number(asked.path.slice(1));
    (left > 0 ? leadsTo(`/${left - 1}`) : sends(['200 OK'], page))(socket, asked);
  },
  endless: (socket, asked) => leadsTo(`/${asked.path.length}${asked.path.slice(1, 400)}`)(socket, asked),
  rebinding: leadsTo('/again'),
  downgrade: leadsTo('http://good.example.com/'),
  upgrade: leadsTo('https://secure.example.com/'),
  'flooding-redirect': floods(['302 Found', 'location: http://good.example.com/'], Buffer.alloc(65_536, 46)),
  secure: sends(['200 OK', html], page),
  unknown: sends(['200 OK'], page),
  other: sends(['200 OK'], page),
  expired: sends(['200 OK'], page),

  'bomb-gzip': sends(['200 OK', html, 'content-encoding: gzip'], bombs.gzip),
  'bomb-deflate': sends(['200 OK', html, 'content-encoding: deflate'], bombs.deflate),
  'bomb-br': sends(['200 OK', html, 'content-encoding: br'], bombs.br),
  'bomb-nested': sends(['200 OK', html, 'content-encoding: gzip, gzip'], gzipSync(bombs.gzip)),
  'bomb-in-bomb': sends(['200 OK', html, 'content-encoding: gzip', 'content-encoding: gzip'], gzipSync(bombs.gzip)),
  'unknown-encoding': sends(['200 OK', 'content-encoding: zstd'], page),
  'named-like-a-method': sends(['200 OK', 'content-encoding: constructor'], page),
  'no-gzip': sends(['200 OK', 'content-encoding: gzip'], page),
  'cut-gzip': sends(['200 OK', 'content-encoding: gzip'], gzipSync(page.repeat(100)).subarray(0, 40)),
  'flood-gzip': floods(['200 OK', 'content-encoding: gzip'], gzipSync(Buffer.alloc(1_000_000), { level: 9 })),

  flood: floods(['200 OK', html], Buffer.alloc(65_536, 120)),
  'flood-chunks': floods(['200 OK', 'transfer-encoding: chunked'], Buffer.from(`1000\r\n${'x'.repeat(4096)}\r\n`)),
  'flood-tiny-chunks': floods(['200 OK', 'transfer-encoding: chunked'], Buffer.from('1\r\nx\r\n'.repeat(5000))),
  'flood-extensions': floods(['200 OK', 'transfer-encoding: chunked'], Buffer.from(`1;${'x'.repeat(30_000)}\r\nx\r\n`)),
  'flood-headers': drips('HTTP/1.1 200 OK\r\n', 'a: b\r\n'.repeat(2000)),
  'flood-early': (socket) => {
    const pump = () => {
      while (socket.writable && socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500)));
      socket.once('drain', pump);
    };
    pump();
  },
  'flood-trailers': (socket) => {
    socket.write(answer(['200 OK', 'transfer-encoding: chunked'], '1\r\nx\r\n0\r\n'));
    const timer = setInterval(() => socket.write('a: b\r\n'.repeat(2000)), 5);
    socket.on('close', () => clearInterval(timer));
  },
  large: sends(['200 OK', html], Buffer.alloc(2_000_001, 120)),
  'large-picture': sends(['200 OK', 'content-type: image/png'], Buffer.alloc(10_000_001, 1)),
  'says-large': (socket) => void socket.write(answer(['200 OK', 'content-length: 99999999999999'], 'x')),
  'says-less': (socket) => void socket.end(answer(['200 OK', 'content-length: 5'], 'hello and more')),
  'says-more': (socket) => void socket.end(answer(['200 OK', 'content-length: 500'], 'hello')),
  'says-two': sends(['200 OK', 'content-length: 3'], 'hello'),
  'huge-header': sends(['200 OK', `x-a: ${'x'.repeat(40_000)}`], page),
  'drip-body': drips('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n', 'x'),
  'drip-head': drips('HTTP/1.1 200 OK\r\n', 'a: b\r\n'),
  'drip-early': drips('', 'HTTP/1.1 100 Continue\r\n\r\n'),
  silent: () => {},
  'silent-handshake': () => {},
  hangup: (socket) => void socket.destroy(),
  reset: (socket) => void socket.resetAndDestroy(),
  'reset-body': (socket) => void socket.write(answer(['200 OK', 'content-length: 500'], 'hello'), () => socket.resetAndDestroy()),
  switches: (socket) => void socket.write(answer(['101 Switching Protocols', 'upgrade: websocket', 'connection: Upgrade'])),
  babble: (socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  smuggled: (socket) => void socket.end(answer(['200 OK', 'content-length: 5', 'transfer-encoding: chunked'], '0\r\n\r\nhello')),
  empty: sends(['204 No Content']),
};
