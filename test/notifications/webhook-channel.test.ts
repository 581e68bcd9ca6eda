import { type MockServers, startMockServers } from '#lib/local/mock-servers.ts';
import { channel } from '#lib/local/vendors/channel.ts';
import { type VendorServer, vendorServer } from '#lib/local/vendors/vendor-server.ts';
import { webhookChannel } from '#shared/notifications/vendors/webhook-channel.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';

let mockServers: MockServers;
let server: VendorServer;
let clock: number;
beforeEach(async () => {
  clock = 0;
  mockServers = await startMockServers(async () => '');
  server = await vendorServer(
    channel(() => clock),
    mockServers,
  );
});
afterEach(() => Promise.all([server.stop(), mockServers.stop()]));

const at = (path: string) =>
  webhookChannel({
    call: vendorCall({ vendor: 'channel', baseUrl: server.baseUrl, stage: 'local', timeoutMs: 5000 }),
    path: async () => path,
  });
const posted = async () =>
  (
    (await (await fetch(`${mockServers.endpoint}/requests?vendor=channel`)).json()) as {
      body: { text: string };
    }[]
  ).map(({ body }) => body.text);

describe('a notice in the internal channel', () => {
  it('a notice in the internal channel arrives as plain text: no links, no mentions, and cut where the channel would refuse it', async () => {
    await at('/services/T0/B0/x').post('<!channel> a & b');
    await at('/services/T0/B0/x').post('x'.repeat(5000));
    expect(await posted()).toEqual(['&lt;!channel&gt; a &amp; b', 'x'.repeat(3000)]);
  });

  it('a notice in the internal channel is refused by a hook that does not exist, in words that do not name the hook', async () => {
    const refused = at('/services/T0/B0/no-such-hook').post('Hello');
    await expect(refused).rejects.toMatchObject({ failure: 'refused', status: 404 });
    await expect(refused).rejects.not.toThrow(/no-such-hook/);
  });

  it('a notice in the internal channel is told to wait past ten at once and one a second, and is not repeated by itself', async () => {
    const hook = at('/services/T0/B0/x');
    for (let i = 0; i < 10; i++) await hook.post(`notice ${i}`);
    await expect(hook.post('one more')).rejects.toMatchObject({ failure: 'busy', retryAfterSeconds: 1 });
    expect(await posted()).toHaveLength(11);
    clock += 1000;
    await hook.post('one more');
  });
});
