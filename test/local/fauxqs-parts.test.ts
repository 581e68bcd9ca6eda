import { fauxqsParts } from '#lib/local/engines/fauxqs-parts.ts';

it('the package of queues and files has every part that the local host changes', async () => {
  const { SqsStore, SnsStore, S3Store, PersistenceManager, buildApp } = await fauxqsParts();
  const [sqsStore, snsStore, s3Store] = [new SqsStore(), new SnsStore(), new S3Store()];
  expect([...sqsStore.allQueues()]).toEqual([]);
  expect(sqsStore.getQueue('http://127.0.0.1/none')).toBeUndefined();
  expect([s3Store.buckets, s3Store.multipartUploads]).toEqual([new Map(), new Map()]);
  for (const method of [s3Store.deleteObject, s3Store.abortMultipartUpload, PersistenceManager.prototype.load])
    expect(method).toBeTypeOf('function');
  const stores = { sqsStore, snsStore, s3Store };
  const app = buildApp({ logger: false, defaultRegion: 'us-east-1', stores });
  expect(app.server.listening).toBe(false);
  await app.close();
});
