import { gunzipSync, gzipSync } from 'node:zlib';

export const gzipJson = (value: unknown): string => gzipSync(JSON.stringify(value)).toString('base64');

export const gunzipJson = <T>(text: string): T =>
  JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as T;
