export type ObjectStore = {
  startUpload(key: string): Promise<string>;
  /** Part numbers count from 1; all parts but the last have at least 5 MiB. */
  uploadPart(key: string, uploadId: string, number: number, body: Uint8Array): Promise<string>;
  completeUpload(key: string, uploadId: string, tags: readonly string[]): Promise<void>;
  /** A file has at most 10 MiB. */
  put(key: string, body: Uint8Array | string, options: { contentType: string }): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  size(key: string): Promise<number | null>;
  list(prefix: string): Promise<{ key: string; sizeBytes: number }[]>;
  remove(key: string): Promise<void>;
  /** The upload link accepts a `PUT` with exactly `sizeBytes` bytes. */
  uploadLink(key: string, options: { seconds: number; sizeBytes: number }): string;
  link(key: string, options: { seconds: number; fileName?: string }): string;
};

export class UploadGone extends Error {
  override name = 'UploadGone';
}
