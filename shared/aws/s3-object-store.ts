import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { waitedFor } from '#shared/values/part-progress.ts';
import { Unavailable } from '#shared/values/unavailable.ts';
import { clockOf } from './clock-skew.ts';
import { type ObjectStore, UploadGone } from './object-store.ts';
import { type S3Credentials, signedUrl, type UrlToSign } from './signed-url.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  endpoint?: string | undefined;
  /** Links lead here, signed for the host `localhost`, whose server passes them on to the endpoint. */
  linkBase?: string | undefined;
  credentials: () => S3Credentials;
  now?: () => number;
  request?: typeof fetch;
};

const maxTries = 3;
const timeoutMs = 20_000;
const signatureSeconds = 300;
const localOrigin = 'http://localhost';
const ofClock = /RequestTimeTooSkewed|Request has expired|not valid yet|not yet valid/;

/** Ten calls need no SDK; a test compares their requests with the SDK's. */
export function s3ObjectStore(settings: S3Settings): ObjectStore {
  const { bucket, region, endpoint, linkBase, credentials, now = Date.now, request = fetch } = settings;
  const base = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;

  const clock = clockOf(now);

  function address(
    method: UrlToSign['method'],
    key: string,
    query: Record<string, string>,
    seconds: number,
    headers?: Record<string, string>,
    start = base,
  ) {
    const url = new URL(`${start}/${key.split('/').map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return signedUrl({ method, url, region, credentials: credentials(), now: clock.now(), seconds, headers });
  }

  function linkTo(method: 'GET' | 'PUT', key: string, query: Record<string, string>, seconds: number, headers?: Record<string, string>) {
    if (!linkBase) return address(method, key, query, seconds, headers);
    const signed = address(method, key, query, seconds, headers, `${localOrigin}/${bucket}`);
    return linkBase + signed.slice(localOrigin.length);
  }

  const call = (...args: Parameters<typeof callWithRetry>) => waitedFor(callWithRetry(...args));

  async function callWithRetry(
    method: UrlToSign['method'],
    key: string,
    query: Record<string, string>,
    body?: Uint8Array | string,
    headers: Record<string, string> = {},
  ) {
    let isCorrected = false;
    for (let tries = 1; ; tries++) {
      try {
        const answer = await request(address(method, key, query, signatureSeconds), {
          method,
          signal: AbortSignal.timeout(timeoutMs),
          ...(body !== undefined && {
            body: body as Uint8Array<ArrayBuffer> | string,
            headers: { 'content-md5': md5(body), ...headers },
          }),
        });
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const text = answer.ok && method === 'GET' ? '' : new TextDecoder().decode(bytes);
        const isOfClock = !isCorrected && answer.status === 403 && ofClock.test(text);
        if (isOfClock && clock.corrects(answer.headers.get('date'))) {
          isCorrected = true;
          continue;
        }
        if (answer.status < 500 && answer.status !== 429) return { answer, bytes, text };
        throw new Error(`S3 answered ${answer.status}.`);
      } catch (error) {
        if (tries === maxTries) throw new Unavailable('objects', error);
      }
      await pause(Math.random() * 100 * 2 ** tries);
    }
  }

  return {
    async startUpload(key) {
      const { answer, text } = await call('POST', key, { uploads: '' });
      const [, id] = /<UploadId>([^<]+)<\/UploadId>/.exec(text) ?? [];
      if (!answer.ok || !id) throw refused(answer, text);
      return id;
    },

    async uploadPart(key, uploadId, number, body) {
      const { answer, text } = await call('PUT', key, { partNumber: String(number), uploadId }, body);
      const tag = answer.headers.get('etag');
      if (!answer.ok || !tag) throw refused(answer, text);
      return tag;
    },

    async completeUpload(key, uploadId, tags) {
      const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const { answer, text } = await call('POST', key, { uploadId }, list, {
        'content-type': 'application/xml',
      });
      // S3 may report an error after it sent a status of 200.
      if (!answer.ok || text.includes('<Error>')) throw refused(answer, text);
    },

    async put(key, body, { contentType }) {
      const { answer, text } = await call('PUT', key, {}, body, { 'content-type': contentType });
      if (!answer.ok) throw refused(answer, text);
    },

    async get(key) {
      const { answer, bytes, text } = await call('GET', key, {});
      // Without the right to list, S3 answers 403 for a missing file.
      if (answer.status === 404 || answer.status === 403) return null;
      if (!answer.ok) throw refused(answer, text);
      return bytes;
    },

    async size(key) {
      const { answer, text } = await call('HEAD', key, {});
      if (answer.status === 404 || answer.status === 403) return null;
      if (!answer.ok) throw refused(answer, text);
      return Number(answer.headers.get('content-length'));
    },

    async list(prefix) {
      const files: { key: string; sizeBytes: number }[] = [];
      for (let after: string | undefined; ; ) {
        const query = { 'list-type': '2', prefix, ...(after && { 'continuation-token': after }) };
        const { answer, bytes, text } = await call('GET', '', query);
        if (!answer.ok) throw refused(answer, text);
        const page = new TextDecoder().decode(bytes);
        for (const [, content = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          files.push({ key: field(content, 'Key') ?? '', sizeBytes: Number(field(content, 'Size')) });
        after = field(page, 'NextContinuationToken');
        if (!after) return files;
      }
    },

    async remove(key) {
      const { answer, text } = await call('DELETE', key, {});
      if (!answer.ok && answer.status !== 404) throw refused(answer, text);
    },

    uploadLink: (key, { seconds, sizeBytes }) => linkTo('PUT', key, {}, seconds, { 'content-length': String(sizeBytes) }),

    link: (key, { seconds, fileName }) =>
      linkTo('GET', key, fileName === undefined ? {} : { 'response-content-disposition': `attachment; filename="${fileName}"` }, seconds),
  };
}

const field = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replace(/&(amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? entity);
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

function refused({ status }: Response, text: string): Error {
  const [, code = 'no code'] = /<Code>([^<]+)<\/Code>/.exec(text) ?? [];
  const message = `S3 refused with ${status} ${code}.`;
  return code === 'NoSuchUpload' ? new UploadGone(message) : new Unavailable('objects', new Error(message));
}

const md5 = (body: Uint8Array | string) => createHash('md5').update(body).digest('base64');
