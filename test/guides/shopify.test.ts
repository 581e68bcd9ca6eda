import { readFileSync } from 'node:fs';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { serve } from '../api/pixel/serve.ts';
import { blocksOf } from '../packages/install.ts';
import { visitShopify } from './shopify.ts';

it('the custom pixel of the Shopify guide says with each click what ad networks may have, and when it changes', async () => {
  const app = await startApp(await newWorld());
  const { pixelKey } = await newAdvertiser(app);
  const service = await serve((request) => app.send(request));
  const block = blocksOf(readFileSync('docs/guides/shopify.md', 'utf8')).find(({ info }) => info === 'custom-pixel.js');
  const code = block?.code.replace('https://adtrail.example.com', service.base).replace('pk_live_…', pixelKey) ?? '';
  await visitShopify(code, service.base);
  await service.stop();
});
