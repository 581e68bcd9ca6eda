import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { type Dial, dialAny, opened, openSocket } from './open-socket.ts';
import { postAddress } from './post-address.ts';
import { type Resolve, resolveByDns } from './public-addresses.ts';
import { isThisMachine } from './this-machine.ts';
import { AddressRefused, SiteUnreachable } from './web.ts';

export type PostRequest = { url: string; headers: Record<string, string>; body: string; timeoutMs: number };
export type PostAnswer = { status: number; body: string };
/** An answer with any status resolves. Throws `AddressRefused` and `SiteUnreachable`. */
export type Post = (request: PostRequest) => Promise<PostAnswer>;

export type SafePostSettings = {
  userAgent: string;
  toThisMachine?: boolean;
  resolve?: Resolve;
  dial?: Dial;
};

const maxAnswerBytes = 4096;

export function safePost({ userAgent, toThisMachine = false, resolve = resolveByDns, dial = dialAny }: SafePostSettings): Post {
  return async ({ url: text, headers, body, timeoutMs }) => {
    const url = postAddress(text, { toThisMachine });
    if (!url) throw new AddressRefused();
    const signal = AbortSignal.timeout(timeoutMs);
    let socket: Socket | undefined;
    try {
      socket = isThisMachine(url) ? await socketHere(url, signal) : await openSocket(url, { resolve, dial }, signal);
      const answer = await answerOf(socket, signal, url, { ...headers, 'user-agent': userAgent }, body);
      return { status: answer.statusCode ?? 0, body: await firstBytes(answer, signal) };
    } catch (error) {
      if (error instanceof AddressRefused) throw error;
      if (signal.aborted) throw new SiteUnreachable('timeout');
      throw unreachable(error);
    } finally {
      socket?.destroy();
    }
  };
}

async function socketHere({ protocol, hostname, port }: URL, signal: AbortSignal): Promise<Socket> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isSecure = protocol === 'https:';
  const socket = connect({ host, port: Number(port) || (isSecure ? 443 : 80) });
  if (!isSecure) return await opened(socket, 'connect', signal);
  return await opened(connectSecurely({ socket, servername: host }), 'secureConnect', signal);
}

const answerOf = (socket: Socket, signal: AbortSignal, url: URL, headers: Record<string, string>, body: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const call = request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'accept-encoding': 'identity',
        connection: 'close',
        ...headers,
      },
      createConnection: () => socket,
      maxHeaderSize: 32_768,
      signal,
    });
    call.on('response', resolve);
    call.on('error', reject);
    // An answer that switches protocols closes without an error event.
    call.on('close', () => reject(new SiteUnreachable('broken')));
    call.end(body);
  });

async function firstBytes(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= maxAnswerBytes || signal.aborted) break;
    }
  } catch {}
  return Buffer.concat(parts).subarray(0, maxAnswerBytes).toString();
}

const noAnswer = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPIPE'];

/** Node's error message may contain bytes from the server. */
function unreachable(error: unknown): SiteUnreachable {
  if (error instanceof SiteUnreachable) return error;
  const { code } = error as { code?: unknown };
  return new SiteUnreachable(noAnswer.includes(String(code)) ? 'no_answer' : 'broken');
}
