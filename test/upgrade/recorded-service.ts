import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answers } from '#lib/ops/upgrade/questions.ts';
import { atEndOfFile } from '#test/kit/at-end-of-file.ts';

type Page = { next_cursor?: string | null };

/** Answers as an earlier version answered, whose sources are not at hand. */
export async function recordedService(answers: Answers): Promise<{ url: string; asked: Set<string> }> {
  const byPath = new Map(Object.entries(answers));
  for (const [question, answer] of Object.entries(answers)) {
    const [, path = '', page] = /^(.*) page (\d+)$/.exec(question) ?? [];
    const before = answers[`${path} page ${Number(page) - 1}`]?.body as Page | undefined;
    const cursor = before?.next_cursor ? `&cursor=${encodeURIComponent(before.next_cursor)}` : '';
    if (page) byPath.set(`${path}${cursor}`, answer);
  }
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/api/v1/', '');
    const answer = path === '/health' ? { status: 200, body: {} } : byPath.get(path);
    asked.add(path);
    const { status, body } = answer ?? { status: 404, body: {} };
    const isText = Array.isArray(body);
    response.writeHead(status, { 'content-type': isText ? 'text/csv' : 'application/json' });
    response.end(isText ? body.join('\n') : JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
