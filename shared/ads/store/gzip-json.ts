import { gunzipSync, gzipSync } from 'node:zlib';

/** An item would otherwise exceed 400 KB. */
export const gzipJson = (value: unknown): string => gzipSync(JSON.stringify(value)).toString('base64');

export const gunzipJson = <T>(text: string): T =>
  JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as T;
