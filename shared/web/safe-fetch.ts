import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Env } from '#shared/env.ts';
import { type Dial, dialAny, opened, openSocket } from './open-socket.ts';
import { publicAddresses, type Resolve, resolveByDns } from './public-addresses.ts';
import { type Encoding, readLimited } from './read-limited.ts';
import { isThisMachine, pageOnThisMachine } from './this-machine.ts';
import { AddressRefused, type FetchedFile, SiteUnreachable, type Web, type WebRequest } from './web.ts';
import { topLevelOf, webAddress } from './web-address.ts';

export type SafeFetchSettings = {
  userAgent: string;
  /** On the local stage, hosts under the listed top-level names need no DNS. */
  siteHosts?: Readonly<Record<string, string>>;
  resolve?: Resolve;
  dial?: Dial;
};

const maxRedirects = 5;
const maxBytes = { page: 2_000_000, image: 10_000_000 };
const accept = {
  page: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
  image: 'image/png,image/jpeg,image/webp,image/gif,video/mp4;q=0.8,*/*;q=0.1',
};
/** Images are compressed already, so a further compression is a bomb or a mistake. */
const encodings: Record<WebRequest['kind'], readonly Encoding[]> = {
  page: ['gzip', 'deflate', 'br'],
  image: [],
};
const maxHeaderBytes = 32_768;
/** A server may send several early answers, such as hints about files to load. */
const maxEarlyAnswers = 10;
const redirects: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

export const webOf = ({ STAGE, SITE_HOSTS, API_BASE_URL }: Env): Web =>
  safeFetch({
    userAgent: `Mozilla/5.0 (compatible; adtrail/1.0; +${API_BASE_URL})`,
    ...(STAGE === 'local' && { siteHosts: SITE_HOSTS }),
  });

/**
 * Any user may choose the address, so only public addresses are connected to, and each redirect's host is resolved
 * once.
 */
export function safeFetch({ userAgent, siteHosts = {}, resolve = resolveByDns, dial = dialAny }: SafeFetchSettings): Web {
  const topLevels = new Set(Object.keys(siteHosts));

  const addressOf = (text: string, { base, onThisMachine }: { base?: URL; onThisMachine?: boolean } = {}) => {
    const href = URL.parse(text, base?.href)?.href ?? '';
    const url = onThisMachine ? pageOnThisMachine(href) : null;
    const address = url ?? webAddress(href, topLevels);
    if (!address) throw new AddressRefused();
    return address;
  };

  async function ask(url: URL, kind: WebRequest['kind'], signal: AbortSignal): Promise<IncomingMessage> {
    const mockServer = isThisMachine(url) ? url.origin : siteHosts[topLevelOf(url.hostname)];
    const socket = mockServer
      ? await opened(connect(portAndHostOf(new URL(mockServer))), 'connect', signal)
      : await openSocket(url, { resolve, dial }, signal);
    return await answerOf(socket, signal, {
      path: (mockServer ? new URL(mockServer).pathname.replace(/\/$/, '') : '') + url.pathname + url.search,
      headers: {
        host: url.host,
        'user-agent': userAgent,
        accept: accept[kind],
        'accept-encoding': encodings[kind].join(', ') || 'identity',
        'accept-language': 'en,*;q=0.5',
        connection: 'close',
      },
    });
  }

  async function follow({ url, kind, isOnThisMachineAllowed = false }: WebRequest, signal: AbortSignal): Promise<FetchedFile> {
    const seenUrls = new Set<string>();
    const first = addressOf(url, { onThisMachine: isOnThisMachineAllowed });
    // A public page cannot lead to this machine: only the first address decides.
    const onThisMachine = isThisMachine(first);
    for (let at = first; ; ) {
      if (seenUrls.has(at.href) || seenUrls.size > maxRedirects) throw new SiteUnreachable('too_many_redirects');
      seenUrls.add(at.href);
      const answer = await ask(at, kind, signal);
      try {
        const { location } = answer.headers;
        if (!location || !redirects.has(answer.statusCode)) {
          return {
            url: at.href,
            hops: [...seenUrls].slice(0, -1),
            ...headOf(answer),
            body: await readLimited(answer, maxBytes[kind], encodings[kind]),
          };
        }
        // Node reads headers as Latin-1, but sites write them in UTF-8.
        const next = addressOf(Buffer.from(location, 'latin1').toString(), { base: at, onThisMachine });
        if (at.protocol === 'https:' && next.protocol === 'http:') throw new AddressRefused();
        at = next;
      } finally {
        answer.destroy();
      }
    }
  }

  return {
    async check(text) {
      const url = addressOf(text);
      if (topLevels.has(topLevelOf(url.hostname))) return;
      const addresses = publicAddresses(url.hostname, resolve, AbortSignal.timeout(5000));
      await addresses.catch((error) => {
        if (error instanceof AddressRefused) throw error;
      });
    },

    async fetch(request) {
      const signal = AbortSignal.timeout(Math.ceil((request.timeoutSeconds ?? 10) * 1000));
      try {
        return await follow(request, signal);
      } catch (error) {
        if (error instanceof AddressRefused) throw error;
        throw signal.aborted ? new SiteUnreachable('timeout') : unreachable(error);
      }
    },
  };
}

const portAndHostOf = ({ port, hostname }: URL) => ({
  port: Number(port || 80),
  host: hostname.replace(/^\[|\]$/g, ''),
});

const answerOf = (
  socket: Socket,
  signal: AbortSignal,
  asked: { path: string; headers: Record<string, string> },
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const call = request({
      ...asked,
      createConnection: () => socket,
      maxHeaderSize: maxHeaderBytes,
      signal,
    });
    let early = 0;
    call.on('information', () => {
      if (++early > maxEarlyAnswers) call.destroy(new SiteUnreachable('broken'));
    });
    call.on('response', resolve);
    call.on('error', reject);
    // An answer that switches protocols closes without an error event.
    call.on('close', () => reject(new SiteUnreachable('broken')));
    call.end();
  });

function headOf({ statusCode = 0, headers }: IncomingMessage) {
  const [contentType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const [, charset = ''] = /(?:^|;)\s*charset="?([\w.:-]{1,40})/.exec(parameters.join(';')) ?? [];
  const policy = headers['content-security-policy'];
  const contentPolicy = Array.isArray(policy) ? policy.join(',') : policy;
  return {
    status: statusCode,
    contentType: contentType.trim(),
    charset,
    ...(contentPolicy && { contentPolicy }),
  };
}

const noAnswer = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPIPE'];

function unreachable(error: unknown): SiteUnreachable {
  if (error instanceof SiteUnreachable) return error;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') throw error;
  const reason = code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : noAnswer.includes(code) ? 'no_answer' : 'broken';
  return new SiteUnreachable(reason, { cause: code });
}
