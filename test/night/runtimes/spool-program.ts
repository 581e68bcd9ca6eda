// The test runs this program twice: without a service, then with it.
import { Adtrail } from '#packages/node/src/index.ts';
import { diskSpool } from '#packages/node/src/spool.ts';

export async function spoolReport({ name, baseUrl, folder, isLast }: { name: string; baseUrl: string; folder: string; isLast: boolean }) {
  const adtrail = new Adtrail({
    secretKey: 'sk_test_EXAMPLE',
    baseUrl,
    spool: diskSpool(folder),
    onError: () => {},
    retryForMs: 30_000,
  });
  if (!isLast) adtrail.order({ orderId: `${name}-spooled`, value: 1, currency: 'EUR' });
  return await adtrail.close({ timeoutMs: isLast ? 20_000 : 1500 });
}
