// The process of a shop has several clients. Each sends its events, and SIGTERM runs the recipe of its README.
const [client, baseUrl, runs, events, closeMs, folder] = process.argv.slice(2);
const each = Array.from({ length: Number(runs) }, (_, run) => run);
const nameOf = (run, at) => `${client}-${run}-${at}`;
const silent = () => {};

const clients = {
  async adtrail() {
    const { Adtrail } = await import('@adtrail/node');
    return (run) => {
      const shop = new Adtrail({ secretKey: 'sk_test_x', baseUrl, onError: silent });
      return {
        send: (at) => void shop.order({ orderId: nameOf(run, at), value: 1 }),
        close: () => shop.close({ timeoutMs: Number(closeMs) }),
      };
    };
  },
  async 'adtrail with a spool'() {
    const { Adtrail } = await import('@adtrail/node');
    const { diskSpool } = await import('@adtrail/node/spool');
    return (run) => {
      const spool = diskSpool(`${folder}/${run}`);
      const shop = new Adtrail({ secretKey: 'sk_test_x', baseUrl, onError: silent, spool });
      return {
        send: (at) => void shop.order({ orderId: nameOf(run, at), value: 1 }),
        close: () => shop.close({ timeoutMs: Number(closeMs) }),
      };
    };
  },
  async 'posthog-node'() {
    const { PostHog } = await import('posthog-node');
    return (run) => {
      const shop = new PostHog('phc_x', { host: baseUrl, disableGeoip: true });
      shop.on('error', silent);
      const send = (at) => shop.capture({ distinctId: 'u', event: nameOf(run, at) });
      return { send, close: () => shop.shutdown(Number(closeMs)) };
    };
  },
  async '@segment/analytics-node'() {
    const { Analytics } = await import('@segment/analytics-node');
    return (run) => {
      const shop = new Analytics({ writeKey: 'x', host: baseUrl });
      shop.on('error', silent);
      const send = (at) => shop.track({ userId: 'u', event: nameOf(run, at) });
      return { send, close: () => shop.closeAndFlush({ timeout: Number(closeMs) }) };
    };
  },
};

const open = await clients[client]();
const shops = each.map(open);
process.on('unhandledRejection', silent);
console.error = silent;
process.on('SIGTERM', async () => {
  await Promise.allSettled(shops.map((shop) => shop.close()));
  process.exit();
});
for (let at = 0; at < Number(events); at++) {
  for (const shop of shops) shop.send(at);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
process.stdout.write('sent\n');
setInterval(silent, 1000);
