import { inflateRawSync } from 'node:zlib';

/** A kind of content that is stored packed, positional or compressed. `raw` is the stored text. */
export type StoredContent = {
  /** The files that write and read it. */
  sources: readonly string[];
  /** The number of the form that this release writes. It reads this form and all before it. */
  form: number;
  sample: unknown;
  write(): string | Promise<string>;
  read(raw: string): unknown;
  previous(raw: string): unknown;
  /** The same content as a release writes it whose form this release does not know. */
  later(raw: string): string;
  /** The bytes of compressed content depend on the version of zlib, so its text is compared. */
  plain?(raw: string): string;
};

export const inflatedText = (raw: string) => inflateRawSync(Buffer.from(raw, 'base64')).toString();
export const numbered = (raw: string) => `99:${raw}`;
export const withForm = (raw: string) => JSON.stringify({ ...JSON.parse(raw), form: 99 });
