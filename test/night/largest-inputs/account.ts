import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Facts } from '#lib/local/host.ts';

export type Account = Awaited<ReturnType<typeof newAccount>>;

const patienceMs = 120_000;
const ended = new Set(['completed', 'failed', 'undone']);

/** A new account has all of its daily limits. */
export async function newAccount({ api }: Facts) {
  const person = { email: `${randomUUID()}@northwind.example`, password: 'correct horse battery 9' };
  let token = '';
  const call = (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`${api}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body }),
    });
  const post = (path: string, body: object) => call('POST', path, JSON.stringify(body), { 'content-type': 'application/json' });
  const made = async (path: string, body: object) => (await (await post(path, body)).json()) as never;
  ({ access_token: token } = await made('/api/v1/auth/register', { ...person, full_name: 'Mallory' }));
  const keyOf = async (kind: string): Promise<string> => {
    const { key } = await made('/api/v1/pixel/keys', { name: kind, kind, environment: 'test' });
    return key;
  };
  const [publicKey, secretKey] = [await keyOf('public'), await keyOf('secret')];
  return {
    call,
    post,
    person,
    publicKey,
    accessToken: token,
    callWithKey: (path: string, body: object) => call('POST', path, JSON.stringify(body), { authorization: `Bearer ${secretKey}` }),
    async upload(bytes: Buffer<ArrayBuffer>): Promise<string> {
      const { url, method, upload_id }: { url: string; method: string; upload_id: string } = await made('/api/v1/uploads', {
        size_bytes: bytes.length,
      });
      const { ok, status } = await fetch(url, { method, body: bytes });
      if (!ok) throw new Error(`The upload was answered ${status}.`);
      return upload_id;
    },
    /** Waits for the work that the answer only ordered, and returns how it ended. */
    async completed(answer: Response): Promise<string> {
      const { status_url: statusUrl } = ((await answer.json().catch(() => null)) ?? {}) as {
        status_url?: string;
      };
      if (answer.status !== 202 || !statusUrl) return '';
      const until = performance.now() + patienceMs;
      while (performance.now() < until) {
        await delay(250);
        const { status } = (await (await call('GET', new URL(statusUrl, api).pathname)).json()) as {
          status: string;
        };
        if (ended.has(status)) return status;
      }
      return 'running';
    },
  };
}
