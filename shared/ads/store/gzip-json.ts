import { gunzipSync, gzipSync } from 'node:zlib';

/** A value as compressed text, for items that would be too large otherwise: they hold 400 KB. */
export const gzipJson = (value: unknown): string => gzipSync(JSON.stringify(value)).toString('base64');

/** The value of what `packed` made. */
export const gunzipJson = <T>(text: string): T =>
  JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as T;
