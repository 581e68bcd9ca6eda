import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { patience } from './patience.ts';

const partBytes = 8 * 1024 * 1024;

export type Files = Pick<ObjectStore, 'get' | 'list' | 'put'> & {
  open(key: string): Promise<{ body: AsyncIterable<Uint8Array>; contentType: string | undefined }>;
};

export function sdkFiles(Bucket: string, config: S3ClientConfig = {}): Files {
  const client = new S3Client({ ...patience, ...config });
  const read = async (Key: string) => {
    const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return { body: Body as NonNullable<GetObjectCommandOutput['Body']>, contentType: ContentType };
  };
  return {
    async get(key) {
      try {
        return new Uint8Array(await (await read(key)).body.transformToByteArray());
      } catch (error) {
        // Without the right to list the bucket, S3 answers 403 for a missing file.
        const status = error instanceof S3ServiceException && error.$metadata.httpStatusCode;
        if (status === 404 || status === 403) return null;
        throw error;
      }
    },
    async open(key) {
      const { body, contentType } = await read(key);
      return { body: body as unknown as AsyncIterable<Uint8Array>, contentType };
    },
    async put(Key, Body, { contentType: ContentType }) {
      const file = { Bucket, Key };
      if (Body.length <= partBytes) return void (await client.send(new PutObjectCommand({ ...file, Body, ContentType })));
      const bytes = Buffer.from(Body);
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...file, ContentType }));
      const Parts: CompletedPart[] = [];
      for (let at = 0; at < bytes.length; at += partBytes) {
        const part = { UploadId, PartNumber: Parts.length + 1, Body: bytes.subarray(at, at + partBytes) };
        const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand({ ...file, ...part }));
        // The upload was created with checksums, so S3 requires the checksum of each part.
        Parts.push({ PartNumber: part.PartNumber, ETag, ChecksumCRC32 });
      }
      await client.send(new CompleteMultipartUploadCommand({ ...file, UploadId, MultipartUpload: { Parts } }));
    },
    async list(Prefix) {
      const files: { key: string; sizeBytes: number }[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        for (const { Key = '', Size = 0 } of Contents) files.push({ key: Key, sizeBytes: Size });
      return files;
    },
  };
}
