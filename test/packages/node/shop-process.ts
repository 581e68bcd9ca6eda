import { Adtrail } from '#packages/node/src/index.ts';
import { diskSpool } from '#packages/node/src/spool.ts';

const [folder = '', run = '', click = ''] = process.argv.slice(2);
const client = new Adtrail({ spool: diskSpool(folder), timeoutMs: 3000, onError: () => {} });

if (run === 'drain') {
  for (let empty = 0; empty < 2; empty++) await client.flush();
  const { undelivered } = await client.close({ timeoutMs: 60_000 });
  process.stdout.write(`undelivered ${undelivered}\n`);
} else
  for (let order = 0; ; order++) {
    const orderId = `${run}-${order}`;
    process.stdout.write(`made ${orderId}\n`);
    void client.order({ orderId, value: 1, click }).queued.then(() => process.stdout.write(`safe ${orderId}\n`));
    if (client.pending > 2000) await client.flush();
    await new Promise((resolve) => setTimeout(resolve, order % 5));
  }
