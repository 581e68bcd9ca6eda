import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { signedUrl, type UrlToSign } from '#shared/aws/signed-url.ts';

export type CheckedRequest = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body?: Uint8Array | undefined;
};

export const needsBody = ({ headers }: Pick<CheckedRequest, 'headers'>) =>
  headers.authorization !== undefined && headers['x-amz-content-sha256'] === undefined;

/**
 * The AWS signature (version 4) is in the address, with an expiry, or in the headers, without a time check
 * because this machine has both clocks.
 */
export function isSigned(request: CheckedRequest, key: string, now: number): boolean {
  const url = URL.parse(request.url, `http://${request.headers.host ?? ''}`);
  if (!url) return false;
  return url.searchParams.has('X-Amz-Signature') ? isSignedUrl(request, url, key, now) : hasSignedHeaders(request, url, key);
}

function isSignedUrl({ method, headers }: CheckedRequest, url: URL, secretAccessKey: string, now: number): boolean {
  const parameters = new URLSearchParams(url.search);
  const take = (name: string) => {
    const value = parameters.get(`X-Amz-${name}`) ?? '';
    parameters.delete(`X-Amz-${name}`);
    return value;
  };
  const signature = take('Signature');
  const [accessKeyId = '', , region = ''] = take('Credential').split('/');
  const at = timeOf(take('Date'));
  const seconds = Number(take('Expires'));
  const sessionToken = take('Security-Token') || undefined;
  take('Algorithm');
  const names = take('SignedHeaders')
    .split(';')
    .filter((name) => name !== 'host');
  if (Number.isNaN(at) || !(now < at + seconds * 1000)) return false;
  const unsigned = new URL(url);
  unsigned.search = parameters.toString();
  const signed = signedUrl({
    method: method as UrlToSign['method'],
    url: unsigned,
    region,
    seconds,
    now: new Date(at),
    headers: Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')])),
    credentials: { accessKeyId, secretAccessKey, sessionToken },
  });
  return isSame(new URL(signed).searchParams.get('X-Amz-Signature') ?? '', signature);
}

/** Returns the epoch milliseconds of a stamp such as `20261125T101112Z`. */
const timeOf = (stamp: string) => Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const form = /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=(\w+)$/;

function hasSignedHeaders({ method, headers, body }: CheckedRequest, url: URL, key: string): boolean {
  const [, credential = '', names = '', signature = ''] = form.exec(headers.authorization ?? '') ?? [];
  const [, day = '', region = '', service = ''] = credential.split('/');
  if (!signature) return false;
  const path = service === 's3' ? url.pathname : url.pathname.split('/').map(encodeURIComponent).join('/');
  const query = url.search.slice(1).split('&').sort().join('&');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const payload = String(headers['x-amz-content-sha256'] ?? hash('sha256', body ?? '', 'hex'));
  const request = `${method}\n${path}\n${query}\n${lines.join('')}\n${names}\n${payload}`;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${scope}\n${hash('sha256', request, 'hex')}`;
  const hmac = (by: string | Buffer, part: string) => createHmac('sha256', by).update(part).digest();
  const dayKey = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${key}`);
  return isSame(hmac(dayKey, text).toString('hex'), signature);
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
