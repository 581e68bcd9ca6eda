import { Adtrail } from '#packages/node/src/index.ts';

const client = new Adtrail({ secretKey: 'sk_test_x', baseUrl: 'http://127.0.0.1:9', onError: () => {} });
process.on('SIGTERM', async () => {
  const { undelivered } = await client.close({ timeoutMs: 200 });
  process.stdout.write(`undelivered ${undelivered}\n`);
  process.exit();
});
for (let order = 0; order < 60; order++) client.order({ orderId: order + 1 });
setInterval(() => {}, 1000);
process.stdout.write('sold\n');
