/**
 * Files in object storage, written in parts and read through signed links. Keys are paths without a leading slash. Calls
 * that fail throw `Unavailable`.
 */
export type ObjectStore = {
  /** Begins a file in parts: the id of the upload. */
  startUpload(key: string): Promise<string>;
  /** Stores part `number` (from 1; all but the last at least 5 MiB) and answers its tag. Repeated, the later one applies. */
  uploadPart(key: string, uploadId: string, number: number, body: Uint8Array): Promise<string>;
  /** Makes one file of the parts, given by their tags in order. Throws `UploadGone` when there is no such upload any more. */
  completeUpload(key: string, uploadId: string, tags: readonly string[]): Promise<void>;
  /** Stores a whole file, whatever stood there; at most 10 MiB. */
  put(key: string, body: Uint8Array | string, options: { contentType: string }): Promise<void>;
  /** A whole file, or `null` when there is none. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** A file's size in bytes, or `null` when there is none. */
  size(key: string): Promise<number | null>;
  /** Every file whose key begins so, in the order of the keys. */
  list(prefix: string): Promise<{ key: string; sizeBytes: number }[]>;
  /** Removes a file, or none. */
  remove(key: string): Promise<void>;
  /** A link by which anybody may store the file, with `PUT` and exactly so many bytes, for so long. */
  uploadLink(key: string, options: { seconds: number; sizeBytes: number }): string;
  /** A link by which anybody may read the file for so long: saved under `fileName`, or shown as what it is. */
  link(key: string, options: { seconds: number; fileName?: string }): string;
};

/** The upload was completed or given up before. */
export class UploadGone extends Error {
  override name = 'UploadGone';
}
