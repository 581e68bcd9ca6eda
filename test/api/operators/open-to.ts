import { endpoints } from '#functions/groups.ts';
import { ask } from '#test/http/ask.ts';
import type { TestApp } from '#test/kit/harness.ts';

const bearerEndpoints = endpoints.filter(({ auth }) => auth === 'user' || auth === 'view' || auth === 'report');

export async function openTo(app: TestApp, headers: { authorization: string }): Promise<string[]> {
  const open: string[] = [];
  for (const endpoint of bearerEndpoints) {
    const { status } = await ask(app.send, endpoint, { credentials: { headers } });
    if (status !== 401) open.push(`${endpoint.id} ${status}`);
  }
  return open;
}
