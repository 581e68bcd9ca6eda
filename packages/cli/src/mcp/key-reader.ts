import { type Answer, answerFrom, assertOwn, failureOf } from '../api.ts';
import { exits, Failure } from '../failure.ts';
import type { Reader } from './tool.ts';

type Caller = {
  apiUrl: string;
  fetch: typeof fetch;
  key: string;
  zone: string;
  now(): number;
};

/** The timeout is below a gateway's limit, because a client waits for the answer. */
const timeoutMs = 20_000;

export const keyReader = ({ apiUrl, fetch, key, zone, now }: Caller): Reader => ({
  zone,
  now,
  async get(path, query = {}, also = []) {
    const url = new URL(`${apiUrl}${path}`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    const answer = await answerOf(now, () =>
      fetch(url, {
        headers: { authorization: `Bearer ${key}`, 'user-agent': 'adtrail-mcp' },
        signal: AbortSignal.timeout(timeoutMs),
      }),
    );
    if (answer.status < 300) {
      assertOwn(answer, apiUrl);
      return answer;
    }
    if (also.includes(answer.status)) return answer;
    throw failureOf(answer, false);
  },
});

async function answerOf(now: () => number, ask: () => Promise<Response>): Promise<Answer> {
  try {
    return await answerFrom(await ask(), now());
  } catch {
    throw new Failure('The service did not respond in time. Ask again.', {
      exit: exits.unreachable,
      code: 'no_response',
    });
  }
}
