import { createHmac, hash } from 'node:crypto';

export type S3Credentials = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
};
export type UrlToSign = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  url: URL;
  region: string;
  credentials: S3Credentials;
  now: Date;
  seconds: number;
  headers?: Record<string, string> | undefined;
};

/** A signed URL of AWS Signature Version 4 does not sign the body. */
export function signedUrl({ method, url, region, credentials, now, seconds, headers = {} }: UrlToSign): string {
  const signed = Object.entries({ ...headers, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const stamp = now.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const query = Object.entries({
    ...Object.fromEntries(url.searchParams),
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
    'X-Amz-Date': stamp,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': names,
    ...(credentials.sessionToken && { 'X-Amz-Security-Token': credentials.sessionToken }),
  })
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const request = `${method}\n${url.pathname}\n${query}\n${lines}\n${names}\nUNSIGNED-PAYLOAD`;
  const text = `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${hash('sha256', request, 'hex')}`;
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return `${url.origin}${url.pathname}?${query}&X-Amz-Signature=${signature}`;
}

const escaped = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
