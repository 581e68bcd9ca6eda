import { fdatasync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The floor is the minimal cost of a durable response: one fdatasync for all waiting requests.
const file = openSync(process.argv[2] as string, 'a');
let written: (() => void)[] = [];
let isSyncing = false;

function sync() {
  isSyncing = true;
  const waiting = written;
  written = [];
  fdatasync(file, (error) => {
    if (error) throw error;
    for (const answer of waiting) answer();
    isSyncing = false;
    if (written.length > 0) sync();
  });
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const events = body.events ?? [body];
    writeSync(file, `${events.map((event: object) => JSON.stringify(event)).join('\n')}\n`);
    written.push(() => {
      const answer = JSON.stringify({ accepted: events.length });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) }).end(answer);
    });
    if (!isSyncing) sync();
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume().on('close', () => process.exit());
