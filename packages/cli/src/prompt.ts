import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { usage } from './failure.ts';

export async function ask(question: string, { isSecret = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) throw usage(`${question} cannot be asked here: stdin is not a terminal.`);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(`${question}: `);
  const reader = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stderr,
    terminal: true,
  });
  try {
    return (await reader.question('')).trim();
  } finally {
    reader.close();
    if (isSecret) process.stderr.write('\n');
  }
}

export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
