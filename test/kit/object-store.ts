import type { FunctionName } from '#functions/access.ts';
import { type ObjectStore, UploadGone } from '#shared/aws/object-store.ts';
import { assertFileGranted } from './granted.ts';
import { type outgoing, partOf } from './outgoing.ts';

export type Files = {
  files: Map<string, Buffer>;
  uploads: Map<string, { key: string; parts: Map<number, { tag: string; body: Buffer }> }>;
};
export const newFiles = (): Files => ({ files: new Map(), uploads: new Map() });

export function objectStoreIn(world: Files, by: FunctionName, through: ReturnType<typeof outgoing>['pass']): ObjectStore {
  const pass: typeof through = (call, perform) => partOf('objects', through(call, perform));
  const { files } = world;
  const uploadOf = (id: string) => {
    const upload = world.uploads.get(id);
    if (!upload) throw new UploadGone('NoSuchUpload');
    return upload;
  };
  const may = (action: Parameters<typeof assertFileGranted>[1], key: string) => assertFileGranted(by, action, key);
  return {
    async startUpload(key) {
      may('PutObject', key);
      return await pass({ by, operation: 'CreateMultipartUpload' }, async () => {
        const id = crypto.randomUUID();
        world.uploads.set(id, { key, parts: new Map() });
        return id;
      });
    },
    async uploadPart(key, id, number, body) {
      may('PutObject', key);
      return await pass({ by, operation: 'UploadPart' }, async () => {
        const tag = crypto.randomUUID();
        uploadOf(id).parts.set(number, { tag, body: Buffer.from(body) });
        return tag;
      });
    },
    async completeUpload(key, id, tags) {
      may('PutObject', key);
      await pass({ by, operation: 'CompleteMultipartUpload' }, async () => {
        const { parts } = uploadOf(id);
        const bodies = tags.map((tag, i) => {
          const part = parts.get(i + 1);
          if (part?.tag !== tag) throw new Error('InvalidPart');
          return part.body;
        });
        files.set(key, Buffer.concat(bodies));
        world.uploads.delete(id);
      });
    },
    async put(key, body) {
      may('PutObject', key);
      await pass({ by, operation: 'PutObject' }, async () => void files.set(key, Buffer.from(body)));
    },
    async get(key) {
      may('GetObject', key);
      return await pass({ by, operation: 'GetObject' }, async () => {
        const file = files.get(key);
        return file ? new Uint8Array(file) : null;
      });
    },
    async size(key) {
      may('GetObject', key);
      return await pass({ by, operation: 'HeadObject' }, async () => files.get(key)?.length ?? null);
    },
    async list(prefix) {
      may('ListBucket', prefix);
      return await pass({ by, operation: 'ListObjectsV2' }, async () =>
        [...files]
          .filter(([key]) => key.startsWith(prefix))
          .map(([key, body]) => ({ key, sizeBytes: body.length }))
          .sort((a, b) => (a.key < b.key ? -1 : 1)),
      );
    },
    async remove(key) {
      may('DeleteObject', key);
      await pass({ by, operation: 'DeleteObject' }, async () => void files.delete(key));
    },
    uploadLink(key, { seconds, sizeBytes }) {
      may('PutObject', key);
      return `https://files.example/${key}?seconds=${seconds}&size=${sizeBytes}`;
    },
    link(key, { seconds }) {
      may('GetObject', key);
      return `https://files.example/${key}?seconds=${seconds}`;
    },
  };
}
