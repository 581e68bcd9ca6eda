import { type IncomingMessage, type OutgoingHttpHeaders, type RequestListener, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { isFrontEnd, securityHeaders } from '#shared/http/headers.ts';
import { exportBucket } from './environment.ts';
import { isSigned } from './signed-request.ts';

export const filesPath = '/files';
const signedHost = 'localhost';

/** The engine takes bodies up to 11 MiB, so a larger file goes to it in parts. */
const partBytes = 8 * 1024 * 1024;

type Settings = { engine: string; key: string; uploads: ObjectStore; frontEnds: readonly string[] };

/**
 * Other machines reach only the service's own port, so signed links to files lead here. The engine checks the
 * signature.
 */
export function serveFiles({ engine, key, uploads, frontEnds }: Settings): RequestListener {
  return (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const { origin, 'access-control-request-method': asked } = headers;
    const isUpload = (asked ?? method) === 'PUT' && url.startsWith(uploadsPath);
    if (origin !== undefined && isUpload && isFrontEnd(origin, frontEnds)) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('vary', 'Origin');
    } else if (origin !== undefined) {
      end(response, 403);
      return;
    }
    if (method === 'OPTIONS' && origin !== undefined) end(response, 204, uploadPermission);
    else if (!methods.includes(method) || !/[?&]X-Amz-Signature=/.test(url)) end(response, 403);
    else if (!isUpload || Number(headers['content-length']) <= partBytes) pass(incoming, response, engine);
    else
      takeParts(incoming, { key, uploads }).then(
        (status) => end(response, status),
        () => end(response, 503),
      );
  };
}

const uploadsPath = `${filesPath}/${exportBucket}/`;
const methods = ['GET', 'HEAD', 'PUT'];
const uploadPermission = {
  'access-control-allow-methods': 'PUT',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '3600',
};

function pass(incoming: IncomingMessage, response: ServerResponse, engine: string): void {
  const { method, url = '', headers } = incoming;
  const forwarded = request(engine + url.slice(filesPath.length), {
    method,
    headers: { ...passedOn(headers), host: signedHost },
  });
  forwarded.on('response', (answer) => {
    // The engine does not know this parameter of S3.
    const disposition = URL.parse(url, 'http://localhost')?.searchParams.get('response-content-disposition');
    response.writeHead(answer.statusCode ?? 503, {
      ...passedOn(answer.headers),
      ...safeHeaders,
      ...(disposition && answer.statusCode === 200 && { 'content-disposition': disposition }),
    });
    pipeline(answer, response, () => {});
  });
  forwarded.on('error', () => {
    if (response.headersSent) response.destroy();
    else end(response, 503);
  });
  response.on('close', () => forwarded.destroy());
  pipeline(incoming, forwarded, () => {});
}

async function takeParts(incoming: IncomingMessage, { key, uploads }: Pick<Settings, 'key' | 'uploads'>): Promise<number> {
  const { method = '', url = '' } = incoming;
  const headers = { ...incoming.headers, host: signedHost };
  if (!isSigned({ method, url: url.slice(filesPath.length), headers }, key, Date.now())) return 403;
  const [path = ''] = url.slice(uploadsPath.length).split('?');
  const file = decodeURIComponent(path);
  const id = await uploads.startUpload(file);
  const tags: string[] = [];
  let [chunks, size] = [[] as Buffer[], 0];
  const putPart = async () => {
    tags.push(await uploads.uploadPart(file, id, tags.length + 1, Buffer.concat(chunks)));
    [chunks, size] = [[], 0];
  };
  for await (const chunk of incoming) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= partBytes) await putPart();
  }
  if (size > 0) await putPart();
  await uploads.completeUpload(file, id, tags);
  return 200;
}

function end(response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}): void {
  response.writeHead(status, { ...safeHeaders, ...headers });
  response.end();
}

/** A stored page or picture has the address of the console, so it runs nothing. */
const safeHeaders = {
  ...securityHeaders,
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
};

const passed = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-md5',
  'cache-control',
  'etag',
  'last-modified',
  'range',
  'content-range',
  'accept-ranges',
  'if-none-match',
];

const passedOn = (headers: OutgoingHttpHeaders) => Object.fromEntries(Object.entries(headers).filter(([name]) => passed.includes(name)));
